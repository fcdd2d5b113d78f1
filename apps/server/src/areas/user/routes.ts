import { user } from '@kabao/contract/user'
import { notFound } from '#http/problem'
import { serve } from '#http/serve'
import type { Services } from '../../app.ts'
import * as queries from './queries.ts'
import { riskReport } from './risk/report.ts'
import { businessToday, idNumberPlace, showDetail, showRow } from './show.ts'

export const userRoutes = ({ vault }: Services) => {
  const target = (id: string) => ({ kind: 'user', id })
  const found = <T>(row: T | null | undefined): T => {
    if (!row) throw notFound()
    return row
  }

  return serve(user, {
    page: async ({ db, body }) => {
      const page = await queries.findPageOfUsers(
        db,
        body,
        body.idNumber ? vault.fingerprint(body.idNumber, idNumberPlace) : null,
      )
      const today = businessToday()
      return { ...page, records: page.records.map((row) => showRow(row, today)) }
    },

    get: async ({ db, params }) =>
      showDetail(found(await queries.find(db, params.id)), businessToday(), vault),

    channels: ({ db, query }) => queries.findChannels(db, query),

    remove: async ({ db, params, caller, audit }) => {
      const { rows } = await queries.markDeleted(db, [params.id], caller.adminId)
      const { id, status } = found(rows[0])
      audit({ target: target(id), before: { status }, after: { status: 'deleted' } })
      return null
    },

    removeMany: async ({ db, body, caller, audit }) => {
      const { rows } = await queries.markDeleted(db, body.ids, caller.adminId)
      for (const { id, status } of rows)
        audit({ target: target(id), before: { status }, after: { status: 'deleted' } })
      return { removed: rows.length }
    },

    reveal: async ({ db, params, audit }) => {
      const row = found(await queries.find(db, params.id))
      audit({ target: target(row.id) })
      return {
        phone: row.phone,
        name: row.name,
        idNumber: row.idNumberSealed && vault.open(row.idNumberSealed, idNumberPlace),
      }
    },

    risk: async ({ db, params, query, language }) =>
      found(await riskReport(db, vault, params.id, query.type, language)),

    riskSimple: async ({ db, params, language }) => {
      const { score, level, rules } = found(await riskReport(db, vault, params.id, 'all', language))
      return { score, level, rules: rules.filter((rule) => rule.hit).map((rule) => rule.name) }
    },
  })
}
