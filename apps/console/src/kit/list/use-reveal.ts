import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { setting, standardOf } from '@kabao/contract/operations/setting'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { queries, queryKey } from '../call/query.ts'
import { type SendArguments, send } from '../call/send.ts'

const revealSeconds = 'masking.revealSeconds'
/** How long the reveal setting is cached, in milliseconds. */
const freshFor = 60_000

/** Reveals the masked data of one record for the time of the setting; each request is written to the audit log. */
export function useReveal<E extends Endpoint>(endpoint: E) {
  const [revealed, setRevealed] = useState<Revealed<E> | null>(null)
  const hide = useCallback(() => setRevealed(null), [])
  // The response is not cached, and no other query is invalidated, because the request changes no data.
  const { mutate, isPending } = useMutation({
    mutationFn: async (id: string): Promise<Revealed<E>> => {
      const [data, shownFor] = await Promise.all([
        send(endpoint, ...([{ params: { id } }] as unknown as SendArguments<E>)),
        readShownFor(),
      ])
      return { id, data, shownFor, until: Date.now() + shownFor }
    },
    onSuccess: setRevealed,
  })
  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(hide, revealed.shownFor)
    return () => clearTimeout(timer)
  }, [revealed, hide])
  /** The complete data of a record if it is the revealed one, otherwise null. */
  const wholeOf = (id: string) => (revealed?.id === id ? revealed.data : null)
  return { revealed, wholeOf, reveal: mutate as (id: string) => void, hide, isPending }
}

interface Revealed<E extends Endpoint> {
  id: string
  data: AnswerOf<E>
  /** In milliseconds. */
  shownFor: number
  /** In milliseconds since 1970. */
  until: number
}

/** How long revealed data may stay on the screen, in milliseconds. */
export async function readShownFor(): Promise<number> {
  const open = await queries
    .fetchQuery({
      queryKey: queryKey(setting.open),
      queryFn: () => send(setting.open, { quiet: true }),
      staleTime: freshFor,
    })
    .catch(() => null)
  return (open?.[revealSeconds] ?? standardOf(revealSeconds)) * 1_000
}
