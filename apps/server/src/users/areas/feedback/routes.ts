import { feedback } from '@kabao/contract/users/feedback'
import { notFound } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { adminChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { feedbackExport } from './export.ts'
import { entity } from './machine.ts'
import * as queries from './queries.ts'
import { showRow } from './show.ts'

export const feedbackRoutes = (services: Services) => {
  const { settings } = services
  const overdueHours = () => settings.get('feedback.overdueHours')
  return serve(feedback, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfFeedback(db, body, ownerOf(caller), overdueHours())
      return { ...page, records: page.records.map(showRow) }
    },

    export: exporting(services, feedbackExport),

    counts: ({ db, caller }) => queries.count(db, ownerOf(caller), overdueHours()),

    handlers: choosing(adminChoices, () => queries.hasHandled),

    get: ({ db, params, caller }) => entity.show(db, params.id, { ...services, owner: ownerOf(caller) }),

    ...machineRoutes(services, entity),

    reveal: async ({ db, params, caller, audit }) => {
      const row = await queries.find(db, params.id, ownerOf(caller), overdueHours())
      if (!row) throw notFound()
      // The target of the audit log entry is the person whose data was shown.
      audit({ target: { kind: 'user', id: row.userId }, after: { feedback: row.id } })
      return { content: row.content, contact: row.contact }
    },
  })
}
