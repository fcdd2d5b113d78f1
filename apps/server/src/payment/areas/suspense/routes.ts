import { maskText } from '@kabao/contract/kernel/personal-text'
import { suspense } from '@kabao/contract/payment/suspense'
import { notFound } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { suspenseExport } from './export.ts'
import { find, findPageOfSuspense } from './queries.ts'

export const suspenseRoutes = (services: Services) =>
  serve(suspense, {
    page: ({ db, body, caller }) => findPageOfSuspense(db, body, ownerOf(caller)),

    export: exporting(services, suspenseExport),

    get: async ({ db, params: { id }, caller }) => {
      const row = await find(db, id, ownerOf(caller))
      if (!row) throw notFound()
      const { refund } = row
      return { ...row, refund: refund && { ...refund, message: refund.message && maskText(refund.message) } }
    },
  })
