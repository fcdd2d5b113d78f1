import { codes } from '@kabao/contract'
import { type Statement, statement } from '@kabao/contract/ledger/statement'
import { writeAudit } from '#platform/audit/write'
import { invalid, notFound, Problem } from '#platform/base/problem'
import { hashToken, newToken } from '#platform/base/token'
import { choosing } from '#platform/choices/answer'
import { orgChoices } from '#platform/choices/sources'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { overviewExport, statementExport } from './export.ts'
import { findOverview, monthOf } from './overview.ts'
import * as queries from './queries.ts'
import { findSpan, instantsOf } from './span.ts'
import { workbookOf } from './workbook.ts'

export function statementRoutes(services: Services) {
  const { settings, statementThrottle } = services

  const statementOf = async (db: Db, of: { orgId: string; month: string }): Promise<Statement> => {
    const span = await findSpan(db, settings, of)
    if (!span) throw notFound()
    const { accountId: _, openingNumber: _first, closingNumber: _last, ...shown } = span
    const isOver = Date.parse(span.to) <= databaseNow()
    return { ...shown, month: of.month, isOver, ...(await queries.findSums(db, span)) }
  }

  /** Opens a link, and says so in the audit log. @throws Problem 4040, the same for every link that does not open */
  const opened = async (db: Db, { token, ip, as }: { token: string; ip: string; as: 'page' | 'file' }) => {
    const link = await queries.openLink(db, hashToken(token))
    if (!link) throw notFound()
    const { id, orgId, month } = link
    await writeAudit(db, [
      {
        by: { adminId: null },
        point: statement.open.name,
        target: { kind: 'statementLink', id },
        after: { orgId, month, as },
        ip,
      },
    ])
    return link
  }

  return serve(
    statement,
    {
      sheet: ({ db, query }) => statementOf(db, query),

      page: async ({ db, body: { orgId, month, sort, current, size } }) => {
        const span = orgId && month ? await findSpan(db, settings, { orgId, month }) : undefined
        if (!span) return { records: [], total: 0, current, size }
        return queries.findPageOfRows(db, span, { current, size, isDescending: sort.startsWith('-') })
      },

      export: exporting(services, statementExport),

      overview: ({ db, body: { month, ...page } }) => findOverview(db, monthOf(settings, month), page),

      exportOverview: exporting(services, overviewExport),

      linkPage: ({ db, body }) => queries.findPageOfLinks(db, body),

      send: async ({ db, body: { orgId, month, days }, caller, audit }) => {
        if (Date.parse(instantsOf(settings, month).from) > databaseNow()) throw invalid({ month: 'range' })
        if (!(await findSpan(db, settings, { orgId, month }))) throw invalid({ orgId: 'choice' })
        const token = newToken()
        const id = await queries.insertLink(db, {
          orgId,
          month,
          days,
          tokenHash: hashToken(token),
          adminId: caller.adminId,
        })
        audit({ target: { kind: 'statementLink', id }, after: { orgId, month, days } })
        const link = await queries.findLink(db, id)
        if (!link) throw new Error('The link that was just written does not exist')
        return { token, link }
      },

      revoke: async ({ db, params: { id }, caller, audit }) => {
        const isRevoked = await queries.revokeLink(db, id, caller.adminId)
        const link = await queries.findLink(db, id)
        if (!link) throw notFound()
        if (isRevoked)
          audit({
            target: { kind: 'statementLink', id },
            before: { status: 'active' },
            after: { status: 'revoked' },
          })
        return link
      },

      open: async ({ db, body: { token }, ip }) => {
        const { expiresAt, ...link } = await opened(db, { token, ip, as: 'page' })
        return { statement: await statementOf(db, link), expiresAt }
      },

      file: async ({ db, body: { token }, ip, language }) => {
        const { orgId, month } = await opened(db, { token, ip, as: 'file' })
        const span = await findSpan(db, settings, { orgId, month })
        if (!span) throw new Problem(codes.notFound, 'notFound')
        return workbookOf(services, { ...span, month }, language)
      },

      orgs: choosing(orgChoices),
    },
    {},
    { open: statementThrottle, file: statementThrottle },
  )
}
