import { user } from '@kabao/contract/users/user'
import { notFound } from '#platform/base/problem'
import { acting, counting } from '#platform/batches/request'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { calendarDay } from '#platform/settings/business-clock'
import { ownRiskProvider } from '../../risk/own/report.ts'
import { idNumberPurpose } from '../../user-filter.ts'
import { deleteUsers } from './batch.ts'
import { deletePersons } from './delete.ts'
import { userExport } from './export.ts'
import * as queries from './queries.ts'
import { findSubject } from './risk/subject.ts'
import { showDetail, showRow } from './show.ts'

export const userRoutes = (services: Services) => {
  const { db: pool, vault, settings } = services
  const risk = services.riskOf(
    ownRiskProvider(pool, { vault, timeZone: () => settings.get('business.timezone') }),
  )
  const target = (id: string) => ({ kind: 'user', id })
  const found = <T>(row: T | null | undefined): T => {
    if (!row) throw notFound()
    return row
  }

  return serve(user, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfUsers(
        db,
        body,
        body.idNumber ? vault.fingerprints(body.idNumber, idNumberPurpose) : null,
        ownerOf(caller),
      )
      const today = calendarDay(settings)
      return { ...page, records: page.records.map((row) => showRow(row, today)) }
    },

    export: exporting(services, userExport),

    get: async ({ db, params, caller }) =>
      showDetail(found(await queries.find(db, params.id, ownerOf(caller))), calendarDay(settings), vault),

    channels: choosing(channelChoices),

    remove: async ({ db, params, caller, audit }) => {
      const who = { adminId: caller.adminId, owner: ownerOf(caller) }
      const { id, status } = found((await deletePersons(db, vault, [params.id], who))[0])
      audit({ target: target(id), before: { status }, after: { status: 'deleted' } })
      return null
    },

    removeMany: async ({ db, body, caller, audit }) => {
      const who = { adminId: caller.adminId, owner: ownerOf(caller) }
      const deleted = await deletePersons(db, vault, body.ids, who)
      for (const { id, status } of deleted)
        audit({ target: target(id), before: { status }, after: { status: 'deleted' } })
      return { removed: deleted.length }
    },

    removeCount: counting(services, deleteUsers),
    removeMatching: acting(services, deleteUsers),

    reveal: async ({ db, params, caller, audit }) => {
      const row = found(await queries.find(db, params.id, ownerOf(caller)))
      audit({ target: target(row.id) })
      return {
        phone: row.phone,
        name: row.name,
        idNumber: row.idNumberSealed && vault.open(row.idNumberSealed, idNumberPurpose),
        birthday: row.birthday,
      }
    },

    risk: async ({ db, params, query, caller, language }) => {
      const subject = found(await findSubject(db, vault, params.id, ownerOf(caller)))
      return { type: query.type, ...(await risk.report(subject, query.type, language)) }
    },

    riskSimple: async ({ db, params, caller, language }) => {
      const subject = found(await findSubject(db, vault, params.id, ownerOf(caller)))
      const { score, level, rules, checkedAt } = await risk.report(subject, 'all', language)
      await queries.keepRiskLevel(pool, subject.id, level, checkedAt)
      return { score, level, checkedAt, rules: rules.filter((rule) => rule.hit).map((rule) => rule.name) }
    },
  })
}
