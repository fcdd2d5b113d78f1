import { memo } from 'react'
import { DateField } from '../form/date-field.tsx'
import type { Input, Looks } from '../form/input.ts'

/** A filter by a business day. */
export const DayFilter = memo(function DayFilter({
  value,
  onChange,
  ...looks
}: Input<string | undefined> & Looks) {
  return <DateField {...looks} value={value ?? null} onChange={(day) => onChange(day ?? undefined)} />
})
