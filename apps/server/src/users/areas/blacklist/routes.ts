import { maskText, restoreMasked } from '@kabao/contract/kernel/personal-text'
import { type BlacklistRow, blacklist, blacklistValue } from '@kabao/contract/users/blacklist'
import { writtenText } from '#platform/audit/audit-values'
import { invalid, notFound } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { crudHandlers } from '#platform/crud/handlers'
import { refusePast } from '#platform/db/past'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { masked, type StoredRow, stored, whole } from './entry.ts'
import { blacklistExport } from './export.ts'
import * as queries from './queries.ts'

export const blacklistRoutes = (services: Services) => {
  const { vault } = services
  const show = (row: StoredRow) => masked(vault, row)

  return serve(
    blacklist,
    {
      ...crudHandlers(blacklist, {
        table: 'blacklist',
        owner: 'createdBy',

        page: async ({ db, body, caller }) => {
          const values = queries.storedValues(vault, body)
          const page = await queries.findPageOfEntries(db, body, values, ownerOf(caller))
          return { ...page, records: page.records.map(show) }
        },

        find: async (db, ids, caller) => (await queries.findEntries(db, ids, ownerOf(caller))).map(show),

        create: ({ db, body, caller: { adminId } }) => {
          refusePast('expiresAt', body.expiresAt)
          return insertRow(db, 'blacklist', {
            ...body,
            ...stored(vault, body.kind, body.value),
            createdBy: adminId,
            updatedBy: adminId,
          })
        },

        change: ({ value, ...fields }, { stored: before, shown }) => {
          // An unchanged expiry may be in the past, so that the other fields of an expired entry can be changed.
          if (fields.expiresAt !== shown.expiresAt) refusePast('expiresAt', fields.expiresAt)
          return {
            ...fields,
            ...(value !== undefined && stored(vault, before.kind, normal(before.kind, value))),
            reason: restoreMasked(fields.reason, before.reason),
            remark: restoreMasked(fields.remark, before.remark),
          }
        },

        trace,
      }),

      export: exporting(services, blacklistExport),

      reveal: async ({ db, params, caller, audit }) => {
        const [row] = await queries.findEntries(db, [params.id], ownerOf(caller))
        if (!row) throw notFound()
        audit({ target: { kind: 'blacklist', id: row.id } })
        return { value: whole(vault, row), reason: row.reason, remark: row.remark }
      },
    },
    {
      blacklist_kind_value_key: { field: 'value', problem: 'taken' },
      blacklist_before_key: { field: 'value', problem: 'taken' },
    },
  )
}
function normal(kind: StoredRow['kind'], value: string): string {
  const parsed = blacklistValue[kind].safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid({ value: kind })
}

/** The fields for the audit log, without personal data; the texts of a phone's or id number's entry are about one person. */
function trace({ kind, reason, remark, ...row }: BlacklistRow) {
  const kept = kind === 'phone' || kind === 'idNumber' ? writtenText : maskText
  return { ...row, kind, reason: kept(reason), remark: kept(remark) }
}
