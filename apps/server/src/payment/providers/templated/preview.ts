import type { TemplateProblem } from '@kabao/contract/partners/template'
import {
  type PaymentStage,
  type PaymentTemplate,
  paymentTemplate,
} from '@kabao/contract/payment/payment-template'
import { TemplateFailure, type TemplateRequest } from '#partners'
import { problemsOf, tryRequest } from './check.ts'
import { unionpayTemplate } from './shipped/unionpay.ts'

/** The templates that a person can begin with, by their codes. The schema gives their keys its order. */
export const shippedPayments = {
  unionpay: {
    words: ['银联在线网关 5.1.0', 'UnionPay online gateway 5.1.0'],
    template: paymentTemplate.parse(unionpayTemplate),
  },
} as const

/** What is wrong with a template, and the request of a stage for the examples, with stand-ins for the secrets. */
export function previewPayment(
  template: PaymentTemplate,
  stage: PaymentStage,
): { problems: TemplateProblem[]; request: TemplateRequest | null } {
  const problems = problemsOf(template)
  const spec = template.stages[stage]
  if (!spec) return { problems, request: null }
  try {
    return { problems, request: tryRequest(template, stage, spec) }
  } catch (error) {
    if (error instanceof TemplateFailure) return { problems, request: null }
    throw error
  }
}
