import { memo } from 'react'
import type { Input, Looks } from '../form/input.ts'
import { Late, type Use } from './choice-field.tsx'

/** Several records of an entity, in a list's filter whose value is their ids, divided by commas. @param most how many may be chosen */
export const ChoicesFilter = memo(function ChoicesFilter({
  value,
  onChange,
  most,
  ...others
}: Input<string | undefined> & Looks & Use & { most: number }) {
  return (
    <Late
      {...others}
      values={value === undefined ? [] : value.split(',')}
      onChange={(values) => onChange(values.slice(0, most).join() || undefined)}
      isMultiple
      isFilter
    />
  )
})
