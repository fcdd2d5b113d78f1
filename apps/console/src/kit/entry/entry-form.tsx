import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import type { ReactNode } from 'react'
import { useAnswer } from '../call/query.ts'

/** What a list passes to the form of its entries: neither `entry` nor `from` for a new one. */
export interface EntryFormProps {
  /** The entry that is edited. */
  entry?: { id: string }
  /** The entry whose values a new one begins with. */
  from?: { id: string }
  onClose: () => void
}

interface LoadedForm<E extends Endpoint> {
  /** Answers one entry as a whole. */
  get: E
  /** The form, with the loaded entry. */
  children: (loaded: { entry?: AnswerOf<E>; from?: AnswerOf<E> }) => ReactNode
}

/** A form that appears once its entry is loaded, because the row of the list may be out of date or have fewer fields. */
export function EntryForm<E extends Endpoint>({
  get,
  entry,
  from,
  children,
}: LoadedForm<E> & Pick<EntryFormProps, 'entry' | 'from'>) {
  const shown = entry ?? from
  if (!shown) return children({})
  return (
    <Loaded get={get} id={shown.id}>
      {(data) => children(entry ? { entry: data } : { from: data })}
    </Loaded>
  )
}

function Loaded<E extends Endpoint>({
  get,
  id,
  children,
}: {
  get: E
  id: string
  children: (data: AnswerOf<E>) => ReactNode
}) {
  // The parameters of `E` are not known here; those of `get` of a list are the id of the entry.
  const { data, isFetchedAfterMount } = useAnswer(get, { params: { id } } as never)
  return data !== undefined && isFetchedAfterMount ? children(data) : null
}
