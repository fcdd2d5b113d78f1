import { lead } from '@kabao/contract/crm/lead'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { useEffect, useState } from 'react'
import { queries } from '#kit/call/query.ts'
import { send } from '#kit/call/send.ts'
import { readShownFor } from '#kit/list/use-reveal.ts'

type Shown = AnswerOf<typeof lead.reveal> & { until: number }

/** The phone of one lead, revealed with a reason and hidden again after the time of the setting. */
export function usePhone(id: string) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [isPending, setIsPending] = useState(false)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), shown.until - Date.now())
    return () => clearTimeout(timer)
  }, [shown])

  /** @throws Refusal if the service refused; its sentence is shown already */
  const reveal = async (reason: string) => {
    setIsPending(true)
    try {
      const [answer, shownFor] = await Promise.all([
        send(lead.reveal, { params: { id }, body: { reason } }),
        readShownFor(),
      ])
      setShown({ ...answer, until: Date.now() + shownFor })
      // The timeline has a new event, and the number of reveals that are left has changed.
      void queries.invalidateQueries({ queryKey: [lead.get.area] })
    } finally {
      setIsPending(false)
    }
  }
  return { shown, reveal, isPending }
}
