import type { Language } from '@kabao/contract'
import { type AuditRow, audit } from '@kabao/contract/operations/audit'
import { notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { actionOf, findActions } from './actions.ts'
import { changesOf } from './changes.ts'
import { auditExport } from './export.ts'
import { groupsOf } from './groups.ts'
import { namesOf } from './names.ts'
import * as queries from './queries.ts'

export const auditRoutes = (services: Services) => {
  /** Entries as this reader sees them: with descriptions and with the names of their targets. */
  const shown = async (
    lines: readonly queries.StoredLine[],
    { db, caller, language }: { db: Db; caller: Caller; language: Language },
  ): Promise<AuditRow[]> => {
    const [namedOf, groupOf] = await Promise.all([
      namesOf(lines, { db, vault: services.vault, caller, language }),
      groupsOf(db, lines, seenBy(caller)),
    ])
    return lines.map(({ actGroup, ...line }) => ({
      ...line,
      action: actionOf(line.point, language),
      ...namedOf(line),
      group: groupOf(actGroup),
    }))
  }

  return serve(audit, {
    page: async ({ db, body, caller, language }) => {
      const adminId = body.username ? await queries.findAdminId(db, body.username) : null
      if (adminId === undefined) return { records: [], total: 0, current: body.current, size: body.size }
      const page = await queries.findPageOfLines(db, body, adminId, seenBy(caller))
      return { ...page, records: await shown(page.records, { db, caller, language }) }
    },

    export: exporting(services, auditExport),

    get: async ({ db, params, caller, language }) => {
      const line = await queries.findLine(db, params.id, seenBy(caller))
      if (!line) throw notFound()
      const { before, after, ...rest } = line as typeof line & { before: Values; after: Values }
      const [row] = await shown([rest], { db, caller, language })
      const changes = changesOf({ ...rest, before, after }, language)
      return { ...(row as AuditRow), before, after, changes }
    },

    actions: async ({ query, language }) => findActions(query, language),
  })
}

type Values = Record<string, unknown> | null

/** An administrator with the data scope `own` sees only their own acts. */
const seenBy = ({ dataScope, adminId }: Caller) => (dataScope === 'own' ? adminId : null)
