import type { Endpoint } from '@kabao/contract/kernel'
import { useMemo, useRef } from 'react'
import type { RowAction } from '../list/column.ts'
import { useSession } from '../session/session.ts'

/** Something that can be done with a row of a list. */
export interface RowAct<Row> {
  key: string
  label: string
  /** Offered to whoever may call this endpoint; without it, to everybody. */
  use?: Pick<Endpoint, 'point'>
  /** For which rows; it looks at the row alone. Default: all. */
  when?: (row: Row) => boolean
  run: (row: Row) => void
  isDanger?: boolean
}

/** What a list offers for a row, of what its reader may do: the same function until his points or the language change. */
export function useRowActions<Row>(acts: readonly RowAct<Row>[]): (row: Row) => RowAction[] {
  const held = useSession(({ points }) =>
    acts.map(({ use, key }) => (!use?.point || points.has(use.point) ? key : '')).join(),
  )
  const labels = acts.map(({ label }) => label).join()
  const latest = useRef(acts)
  latest.current = acts
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are how a change of the language is seen
  return useMemo(() => {
    const allowed = new Set(held.split(','))
    const isOffered = (row: Row, { key, when }: RowAct<Row>) => allowed.has(key) && (!when || when(row))
    const run = (key: string, row: Row) => latest.current.find((act) => act.key === key)?.run(row)
    return (row) =>
      latest.current
        .filter((act) => isOffered(row, act))
        .map(({ key, label, isDanger }) => ({
          key,
          label,
          onSelect: () => run(key, row),
          ...(isDanger && { isDanger }),
        }))
  }, [held, labels])
}
