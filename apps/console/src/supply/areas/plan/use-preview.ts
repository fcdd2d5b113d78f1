import type { PlanPreview } from '@kabao/contract/supply/plan'
import { useEffect, useState } from 'react'
import { useAnswer } from '#kit'
import { asJson } from '#kit/call/as-json.ts'
import type { PlanDraft } from './draft.ts'
import type { PlanList } from './lists.ts'

/** How long the reader pauses before a draft is previewed, in milliseconds. */
const pause = 600

/**
 * What saving the draft would do; undefined while the contract refuses it, or the service has not answered yet.
 * @param id the plan that is edited
 */
export function usePreview(of: PlanList, draft: PlanDraft, id?: string): PlanPreview | undefined {
  const text = asJson({ ...draft, ...(id !== undefined && { id }) })
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const checked = of.calls.preview.body.safeParse(JSON.parse(settled))
  const { data } = useAnswer(
    of.calls.preview,
    { body: (checked.data ?? {}) as never },
    {
      enabled: checked.success,
      // Problems are said at their fields when the form is saved.
      meta: { isSilent: true },
    },
  )
  return settled === text && checked.success ? data : undefined
}
