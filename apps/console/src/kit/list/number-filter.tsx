import { type NumberBounds, type NumberKind, readNumber, unitsIn } from '@kabao/contract/kernel/number-text'
import { lazy, memo, Suspense, useState } from 'react'
import type { Input, Looks } from '../form/input.ts'
import { TextFilter } from './text-filter.tsx'

const FaultText = lazy(() => import('../form/fault-text.tsx'))

type NumberFilterProps = Input<number | undefined> & Looks & NumberBounds

/** A filter by a whole number. */
export const NumberFilter = memo(function NumberFilter(props: NumberFilterProps) {
  return <TypedFilter {...props} kind="whole" />
})

/** While its text is no number, the value is NaN, with which no search begins, and the text stays in the input with its fault. */
export function TypedFilter({
  kind,
  value,
  onChange,
  error,
  min,
  max,
  ...looks
}: NumberFilterProps & { kind: NumberKind }) {
  const [typed, setTyped] = useState<string | undefined>()
  const isWrong = Number.isNaN(value)
  const reading = readNumber(kind, (isWrong && typed) || String(value ?? ''), { min, max })
  return (
    <TextFilter
      {...looks}
      value={isWrong ? typed : typeof value === 'number' ? String(value / unitsIn[kind]) : value}
      error={
        isWrong && 'fault' in reading ? (
          <Suspense>
            <FaultText kind={kind} fault={reading.fault} bounds={{ min, max }} />
          </Suspense>
        ) : (
          error
        )
      }
      onChange={(text) => {
        const reading = readNumber(kind, text ?? '', { min, max })
        setTyped(text)
        onChange('fault' in reading ? Number.NaN : (reading.value ?? undefined))
      }}
    />
  )
}
