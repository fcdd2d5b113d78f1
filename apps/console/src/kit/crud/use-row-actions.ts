import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { useMemo, useRef } from 'react'
import type { RowAction } from '../list/column.ts'
import { message } from '../message/message.ts'
import { useSession } from '../session/session.ts'

/** An action on a row of a list. */
export interface RowAct<Row> {
  key: string
  label: string
  /** The endpoint that the user must be allowed to call; without it, everybody gets the action. */
  use?: Pick<Endpoint, 'point'>
  /** The rows that have the action; it may depend only on the row. Default: all. */
  when?: (row: Row) => boolean
  /** Why the action is not possible for a row: it is shown disabled, with this reason. */
  why?: (row: Row) => string | undefined
  run: (row: Row) => void
  isDanger?: boolean
}

/** Returns the actions of a row that the user may do. The function stays identical until the points or the language change. */
export function useRowActions<Row>(acts: readonly RowAct<Row>[]): (row: Row) => RowAction[] {
  const held = useSession(({ points }) =>
    acts.map(({ use, key }) => (!use?.point || points.has(use.point) ? key : '')).join(),
  )
  const labels = acts.map(({ label }) => label).join()
  const latest = useRef(acts)
  latest.current = acts
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels show whether the language has changed
  return useMemo(() => {
    const allowed = new Set(held.split(','))
    const isOffered = (row: Row, { key, when }: RowAct<Row>) => allowed.has(key) && (!when || when(row))
    const run = (key: string, row: Row) => latest.current.find((act) => act.key === key)?.run(row)
    return (row) =>
      latest.current
        .filter((act) => isOffered(row, act))
        .map(({ key, label, isDanger, why }) => {
          const reason = why?.(row)
          return {
            key,
            label,
            onSelect: () => (reason === undefined ? run(key, row) : message.info(reason)),
            ...(isDanger && { isDanger }),
            ...(reason !== undefined && { reason }),
          }
        })
  }, [held, labels])
}
