import type { Language } from '@kabao/contract'
import { audit } from '@kabao/contract/audit'
import type { Caller } from '#access/caller'
import { notFound } from '#http/problem'
import { serve } from '#http/serve'
import { exporting } from '../../exports/request.ts'
import type { Services } from '../../services.ts'
import { actionOf, findActions } from './actions.ts'
import { auditExport } from './export.ts'
import * as queries from './queries.ts'

export const auditRoutes = (services: Services) =>
  serve(audit, {
    page: async ({ db, body, caller, language }) => {
      const adminId = body.username ? await queries.findAdminId(db, body.username) : null
      if (adminId === undefined) return { records: [], total: 0, current: body.current, size: body.size }
      const page = await queries.findPageOfLines(db, body, adminId, seenBy(caller))
      return { ...page, records: page.records.map((line) => worded(line, language)) }
    },

    export: exporting(services, auditExport),

    get: async ({ db, params, caller, language }) => {
      const line = await queries.findLine(db, params.id, seenBy(caller))
      if (!line) throw notFound()
      const { before, after, ...rest } = line
      return { ...worded(rest, language), before: before as Values, after: after as Values }
    },

    actions: async ({ query, language }) => findActions(query, language),
  })

type Values = Record<string, unknown> | null

const worded = (line: queries.StoredLine, language: Language) => ({
  ...line,
  action: actionOf(line.point, language),
})

/** Whoever sees his own only sees what he did himself. */
const seenBy = ({ dataScope, adminId }: Caller) => (dataScope === 'own' ? adminId : null)
