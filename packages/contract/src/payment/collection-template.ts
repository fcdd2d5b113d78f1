import * as z from 'zod'
import { shownProblem, shownRequest } from '../partners/template-shown.ts'
import { paymentStages, paymentTemplate } from './payment-template.ts'

/** The endpoints of the editor of payment templates. The template itself is saved with its collection channel. */

const shipped = z.object({
  code: z.string(),
  /** Its name in Chinese and in English. */
  words: z.tuple([z.string(), z.string()]),
  template: paymentTemplate,
})

export const collectionTemplateCalls = {
  shippedTemplates: {
    method: 'GET',
    path: '/payConfig/collection/template/shipped',
    kind: 'read',
    point: 'page',
    summary: ['收款渠道可用的内置支付模板', 'Payment templates that a collection channel can begin with'],
    answer: z.array(shipped),
  },
  /** Nothing is called and nothing is stored; no secret is used. */
  previewTemplate: {
    method: 'POST',
    path: '/payConfig/collection/template/preview',
    kind: 'read',
    point: 'page',
    summary: ['预览支付模板', 'Preview payment templates'],
    body: z.strictObject({ template: paymentTemplate, stage: z.enum(paymentStages, 'choice') }),
    answer: z.object({
      problems: z.array(shownProblem),
      /** The request with the examples of `paymentFields`; null if it cannot be built. */
      request: shownRequest.nullable(),
    }),
  },
} as const
