import { maskText } from '@kabao/contract/personal-text'
import { suspense } from '@kabao/contract/suspense'
import { ownerOf } from '#access/scope'
import { notFound } from '#http/problem'
import { serve } from '#http/serve'
import { exporting } from '../../exports/request.ts'
import type { Services } from '../../services.ts'
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
