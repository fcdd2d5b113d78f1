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
  /** How many answers the reader had asked for by then. */
  own: number
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
  /** How many answers the reader asked for (`ownAnswers`). What comes while it stays, waits. */
  own: number
  isFirstPage: boolean
}

/** The rows of an answer. Others' changes update them in place; rows that would come, go or move wait until the reader shows them. */
export function useSteady<R extends Row>(
  given: Given<R>,
): { rows: readonly R[]; waiting: Waiting | null; show: () => void } {
  const { of, own, records } = given
  const [shown, setShown] = useState<Shown<R>>(() => taken(given))
  const isNew = records !== shown.records || of !== shown.of || own !== shown.own
  const next = isNew ? after(shown, given) : shown
  if (isNew) setShown(next)
  const show = useCallback(() => setShown(({ of, own }) => taken({ of, own, records: undefined })), [])
  const { rows, above } = next
  const waiting = useMemo(() => (above === null ? null : { count: above, show }), [above, show])
  return { rows, waiting, show }
}

const taken = <R>({ of, own, records }: Omit<Given<R>, 'isFirstPage'>): Shown<R> => ({
  of,
  own,
  records,
  rows: records ?? [],
  above: null,
})

function after<R extends Row>(shown: Shown<R>, given: Given<R>): Shown<R> {
  const { of, own, records } = given
  const isSame = of === shown.of && own === shown.own
  const isKept = isSame && shown.records !== undefined && shown.rows.length > 0
  if (!isKept || !records?.length) return taken(given)
  const isInPlace =
    records.length === shown.rows.length && records.every(({ id }, at) => id === shown.rows[at]?.id)
  if (isInPlace) return taken(given)
  const byId = new Map(records.map((row) => [row.id, row]))
  const known = new Set(shown.rows.map(({ id }) => id))
  const above = records.findIndex(({ id }) => known.has(id))
  return {
    of,
    own,
    records,
    rows: shown.rows.map((row) => byId.get(row.id) ?? row),
    above: given.isFirstPage ? Math.max(above, 0) : 0,
  }
}
