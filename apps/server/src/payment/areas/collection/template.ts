import type { collection } from '@kabao/contract/payment/collection'
import { shownOf } from '#partners'
import type { Handlers } from '#platform/http/serve'
import { previewPayment, shippedPayments } from '../../providers/templated/preview.ts'

type Calls = Pick<typeof collection, 'shippedTemplates' | 'previewTemplate'>

/** What the editor of payment templates asks. */
export const templateRoutes: Handlers<Calls> = {
  shippedTemplates: async () =>
    Object.entries(shippedPayments).map(([code, { words, template }]) => ({
      code,
      words: [...words] as [string, string],
      template,
    })),

  previewTemplate: async ({ body: { template, stage } }) => {
    const { problems, request } = previewPayment(template, stage)
    return { problems, request: request && shownOf(request) }
  },
}
