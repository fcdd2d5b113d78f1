import type { ConnectionTemplate, TemplateStage } from '@kabao/contract/partners/template'
import { useEffect, useState } from 'react'
import { Refusal, useAnswer } from '#kit'
import type { OrgList } from '../lists.ts'

/** How long after the last key a preview is asked for, in milliseconds. */
const quietMs = 400

/** What the service makes of a template while it is typed: its problems, and the request to a made-up person. */
export function usePreview(
  calls: OrgList['calls'],
  id: string,
  stage: TemplateStage,
  template: ConnectionTemplate | null,
) {
  const [asked, setAsked] = useState(template)
  const text = JSON.stringify(template)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the template has changed
  useEffect(() => {
    const timer = setTimeout(() => setAsked(template), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isPlaceholderData } = useAnswer(
    calls.previewTemplate,
    { params: { id }, body: { template: asked as ConnectionTemplate, stage } },
    { enabled: asked !== null, meta: { isSilent: true }, gcTime: 0, placeholderData: (before) => before },
  )
  /** The sentences at fields that do not fit the schema: `template.stages.submit.sign.over`. */
  const wrong = error instanceof Refusal ? (error.fields ?? {}) : {}
  /** Whether it is of the template as it is now, and not of what was there before the last keys. */
  const isCurrent = !isPlaceholderData && JSON.stringify(asked) === text
  return { preview: error ? undefined : data, wrong, isCurrent }
}
