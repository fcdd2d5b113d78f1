import { collection } from '@kabao/contract/payment/collection'
import type { PaymentStage, PaymentTemplate } from '@kabao/contract/payment/payment-template'
import { useEffect, useState } from 'react'
import { useAnswer } from '#kit'

/** How long after the last key a preview is asked for, in milliseconds. */
const quietMs = 400

/** What the service makes of a template while it is typed. @param template null: nothing is asked */
export function usePreview(template: PaymentTemplate | null, stage: PaymentStage) {
  const text = template && JSON.stringify(template)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useAnswer(
    collection.previewTemplate,
    { body: { template: JSON.parse(asked ?? 'null'), stage } },
    {
      enabled: asked !== null,
      meta: { isSilent: true },
      gcTime: 0,
      placeholderData: (before) => before,
    },
  )
  return template === null ? undefined : data
}
