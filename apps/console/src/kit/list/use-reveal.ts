import type { AnswerOf, Endpoint } from '@kabao/contract/kernel'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type SendArguments, send } from '../call/send.ts'

/** How long personal data stays on the screen. */
const shownFor = 30_000

/** Shows the whole of what is masked, for one person and half a minute; every look is a call that the service records. */
export function useReveal<E extends Endpoint>(endpoint: E) {
  const [revealed, setRevealed] = useState<{ id: string; data: AnswerOf<E> } | null>(null)
  const hide = useCallback(() => setRevealed(null), [])
  // It is recorded and not kept: no other answer changes, so nothing is read again.
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => send(endpoint, ...([{ params: { id } }] as unknown as SendArguments<E>)),
    onSuccess: (data, id) => setRevealed({ id, data }),
  })
  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(hide, shownFor)
    return () => clearTimeout(timer)
  }, [revealed, hide])
  return { revealed, reveal: mutate as (id: string) => void, hide, isPending }
}
