import { useCallback, useMemo, useState } from 'react'

interface Row {
  id: string
}

/** What a list does not show yet, so that its rows do not move. */
export interface Waiting {
  /** How many new rows are above the shown ones; 0 if something else changed, or if the number is not known. */
  count: number
  show: () => void
}

interface Shown<R> {
  /** The request whose rows are shown. */
  of: object
  /** The newest answer; undefined: the next one is shown as it is. */
  records: readonly R[] | undefined
  rows: readonly R[]
  /** Null if the rows are those of the answer. */
  above: number | null
}

interface Given<R> {
  /** The request; the same object as long as it is the same. */
  of: object
  records: readonly R[] | undefined
  /** Whether the answer was fetched because of others' changes; only such an answer waits. */
  isLive: () => boolean
  isFirstPage: boolean
}

/** The rows of an answer. Others' changes update them in place; rows that would come, go or move wait until the reader shows them. */
export function useSteady<R extends Row>(
  given: Given<R>,
): { rows: readonly R[]; waiting: Waiting | null; show: () => void } {
  const { of, records } = given
  const [shown, setShown] = useState<Shown<R>>(() => taken(of, records))
  const isNew = records !== shown.records || of !== shown.of
  const next = isNew ? after(shown, given) : shown
  if (isNew) setShown(next)
  const show = useCallback(() => setShown(({ of }) => taken(of, undefined)), [])
  const { rows, above } = next
  const waiting = useMemo(() => (above === null ? null : { count: above, show }), [above, show])
  return { rows, waiting, show }
}

const taken = <R>(of: object, records: readonly R[] | undefined): Shown<R> => ({
  of,
  records,
  rows: records ?? [],
  above: null,
})

function after<R extends Row>(shown: Shown<R>, { of, records, isLive, isFirstPage }: Given<R>): Shown<R> {
  const isKept = of === shown.of && shown.records !== undefined && shown.rows.length > 0
  if (!isKept || !records?.length || !isLive()) return taken(of, records)
  const isInPlace =
    records.length === shown.rows.length && records.every(({ id }, at) => id === shown.rows[at]?.id)
  if (isInPlace) return taken(of, records)
  const byId = new Map(records.map((row) => [row.id, row]))
  const known = new Set(shown.rows.map(({ id }) => id))
  const above = records.findIndex(({ id }) => known.has(id))
  return {
    of,
    records,
    rows: shown.rows.map((row) => byId.get(row.id) ?? row),
    above: isFirstPage ? Math.max(above, 0) : 0,
  }
}
