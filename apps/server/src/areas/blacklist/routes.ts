import { type BlacklistRow, blacklist, blacklistValue } from '@kabao/contract/blacklist'
import { maskText, restoreMasked } from '@kabao/contract/personal-text'
import { ownerOf } from '#access/scope'
import { writtenText } from '#http/audit-values'
import { invalid, notFound, stale } from '#http/problem'
import { serve } from '#http/serve'
import { exporting } from '../../exports/request.ts'
import type { Services } from '../../services.ts'
import { masked, maskedValue, type StoredRow, stored, whole } from './entry.ts'
import { blacklistExport } from './export.ts'
import * as queries from './queries.ts'

export const blacklistRoutes = (services: Services) => {
  const { vault } = services
  const show = (row: StoredRow | undefined) => {
    if (!row) throw notFound()
    return masked(vault, row)
  }
  const target = (id: string) => ({ kind: 'blacklist', id })
  /** What the audit log keeps of an entry: nothing personal. A phone and an id number are one person's, and so is the text. */
  const kept = (kind: StoredRow['kind'], text: string) =>
    kind === 'phone' || kind === 'idNumber' ? writtenText(text) : maskText(text)
  const trace = (row: Pick<StoredRow, 'kind' | 'value' | 'valueSealed' | 'reason'>) => ({
    kind: row.kind,
    value: maskedValue(vault, row),
    reason: kept(row.kind, row.reason),
  })
  const traced = (row: BlacklistRow) => ({
    ...row,
    reason: kept(row.kind, row.reason),
    remark: kept(row.kind, row.remark),
  })

  return serve(
    blacklist,
    {
      page: async ({ db, body, caller }) => {
        const values = queries.storedValues(vault, body)
        const page = await queries.findPageOfEntries(db, body, values, ownerOf(caller))
        return { ...page, records: page.records.map(show) }
      },

      export: exporting(services, blacklistExport),

      get: async ({ db, params, caller }) => show(await queries.find(db, params.id, ownerOf(caller))),

      create: async ({ db, body, caller, audit }) => {
        const id = await queries.insert(db, {
          ...body,
          ...stored(vault, body.kind, body.value),
          createdBy: caller.adminId,
        })
        const row = show(await queries.find(db, id, null))
        audit({ target: target(id), after: traced(row) })
        return row
      },

      update: async ({ db, body, caller, audit }) => {
        const { id, version, value, ...rest } = body
        const before = await queries.lock(db, id, ownerOf(caller))
        if (!before) throw notFound()
        if (before.version !== version) throw stale(show(await queries.find(db, id, null)))
        const changed = value === undefined ? {} : stored(vault, before.kind, normal(before.kind, value))
        await queries.update(db, id, {
          ...rest,
          ...changed,
          reason: restoreMasked(rest.reason, before.reason),
          remark: restoreMasked(rest.remark, before.remark),
          updatedBy: caller.adminId,
        })
        const row = show(await queries.find(db, id, null))
        audit({ target: target(id), before: trace(before), after: traced(row) })
        return row
      },

      remove: async ({ db, params, caller, audit }) => {
        const [removed] = await queries.remove(db, [params.id], ownerOf(caller))
        if (!removed) throw notFound()
        audit({ target: target(removed.id), before: trace(removed) })
        return null
      },

      removeMany: async ({ db, body, caller, audit }) => {
        const removed = await queries.remove(db, body.ids, ownerOf(caller))
        for (const row of removed) audit({ target: target(row.id), before: trace(row) })
        return { removed: removed.length }
      },

      reveal: async ({ db, params, caller, audit }) => {
        const row = await queries.find(db, params.id, ownerOf(caller))
        if (!row) throw notFound()
        audit({ target: target(row.id) })
        return { value: whole(vault, row), reason: row.reason, remark: row.remark }
      },
    },
    { blacklist_kind_value_key: { field: 'value', problem: 'taken' } },
  )
}

function normal(kind: StoredRow['kind'], value: string): string {
  const parsed = blacklistValue[kind].safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid({ value: kind })
}
