import type { PlanPreview } from '@kabao/contract/supply/plan'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAnswer } from '#kit'
import { asJson } from '#kit/call/as-json.ts'
import type { PlanDraft } from './draft.ts'
import type { PlanList } from './lists.ts'

/** How long the reader pauses before a draft is previewed, in milliseconds. */
const pause = 400

export interface Previewed {
  /** What saving the draft would do; undefined while the contract refuses it, or the service has not answered yet. */
  now: PlanPreview | undefined
  /** The last answer, which stays while the draft goes on. */
  last: PlanPreview | undefined
  isLoading: boolean
}

/**
 * Previews a draft while it is typed. A question that the reader has typed past is not waited for.
 * @param id the plan that is edited
 */
export function usePreview(of: PlanList, draft: PlanDraft, id?: string): Previewed {
  // The name decides nothing, and is often typed last.
  const text = asJson({ ...draft, name: draft.name || '-', ...(id !== undefined && { id }) })
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const checked = of.calls.preview.body.safeParse(JSON.parse(settled))
  const { data, isPlaceholderData, isFetching } = useAnswer(
    of.calls.preview,
    { body: (checked.data ?? {}) as never },
    {
      enabled: checked.success,
      placeholderData: keepPreviousData,
      // Problems are said at their fields when the form is saved.
      meta: { isSilent: true },
    },
  )
  const isNow = settled === text && checked.success && !isPlaceholderData
  return { now: isNow ? data : undefined, last: data, isLoading: isFetching }
}
