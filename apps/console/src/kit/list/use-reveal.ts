import type { AnswerOf, Endpoint } from '@kabao/contract/kernel'
import { setting, standardOf } from '@kabao/contract/setting'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { queries, queryKey } from '../call/query.ts'
import { type SendArguments, send } from '../call/send.ts'

const revealSeconds = 'masking.revealSeconds'
/** For how long, in milliseconds, it is believed how long personal data may stay on the screen. */
const freshFor = 60_000

/** Shows the whole of what is masked, for one person and as long as the settings say; every look is a call that the service records. */
export function useReveal<E extends Endpoint>(endpoint: E) {
  const [revealed, setRevealed] = useState<Revealed<E> | null>(null)
  const hide = useCallback(() => setRevealed(null), [])
  // It is recorded and not kept: no other answer changes, so nothing is read again.
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
  /** The whole of one, where it is the one that is shown. */
  const wholeOf = (id: string) => (revealed?.id === id ? revealed.data : null)
  return { revealed, wholeOf, reveal: mutate as (id: string) => void, hide, isPending }
}

interface Revealed<E extends Endpoint> {
  id: string
  data: AnswerOf<E>
  /** Milliseconds. */
  shownFor: number
  /** Milliseconds since 1970. */
  until: number
}

/** How long personal data may stay on the screen, in milliseconds. */
async function readShownFor(): Promise<number> {
  const open = await queries
    .fetchQuery({
      queryKey: queryKey(setting.open),
      queryFn: () => send(setting.open, { quiet: true }),
      staleTime: freshFor,
    })
    .catch(() => null)
  return (open?.[revealSeconds] ?? standardOf(revealSeconds)) * 1_000
}
