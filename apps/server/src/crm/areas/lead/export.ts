import { type LeadExport, lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import type { HideableField } from '@kabao/contract/crm/lead-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { maskedName, maskedPhone } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { endOfToday } from '#platform/settings/business-clock'
import { everything, isShown, salesmanOf, seenLeads, sightOf } from '../../lead-visibility.ts'
import { joins } from '../../stored-lead.ts'
import { matching } from './filters.ts'

const { field, stage, source } = leadWords.tree
const shown = (name: HideableField, value: RawBuilder<unknown>) =>
  sql`case when ${isShown(name)} then ${value} end`

/** The list of leads as a file: the values of `showRow`, masked by the database. */
export const leadExport: ListExport<LeadExport> = {
  resource: 'lead',
  body: lead.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    name: column.typed(field.name, shown('name', maskedName(sql`nullif(t.name, '')`))),
    phone: column.plain(field.phone, shown('phone', maskedPhone(sql`t.phone`))),
    stage: column.label(field.stage, sql`t.stage`, stage),
    salesmanName: column.typed(field.salesmanName, sql`salesman.name`),
    poolName: column.typed(field.poolName, sql`pool.name`),
    source: column.label(field.source, shown('source', sql`t.source`), source),
    cityName: column.region(field.cityName, shown('cityCode', sql`t.city_code`)),
    channelName: column.typed(field.channelName, shown('channelId', sql`channel.name`)),
    score: column.number(field.score, sql`t.score`),
    arrivedAt: column.instant(field.arrivedAt, sql`t.arrived_at`),
    firstContactAt: column.instant(field.firstContactAt, sql`t.first_contact_at`),
    lastFollowAt: column.instant(field.lastFollowAt, sql`t.last_follow_at`),
    nextFollowAt: column.instant(field.nextFollowAt, sql`t.next_follow_at`),
    recycleAt: column.instant(field.recycleAt, sql`t.recycle_at`),
    closedAt: column.instant(field.closedAt, sql`t.closed_at`),
  },
  rows: async ({ db, owner, settings }, { format: _, columns: _columns, sort, ...filters }) => {
    const sight = owner === null ? everything : await sightOf(db, { adminId: owner, dataScope: 'own' })
    return {
      table: seenLeads(sight),
      joins,
      where: matching(sight, filters, endOfToday(settings)),
      key: sql`t.arrived_at`,
      isDescending: sort.startsWith('-'),
    }
  },
}

/** The body of an export without `mine`, which the file\u2019s job could not tell from others: the caller\u2019s leads by his id. */
export async function namingMe(db: Db, caller: Caller, body: LeadExport): Promise<LeadExport> {
  const { mine, ...rest } = body
  if (!mine || ownerOf(caller) !== null) return body
  const salesmanId = await salesmanOf(db, caller.adminId)
  return salesmanId === null || (rest.salesmanId ?? salesmanId) !== salesmanId
    ? body
    : { ...rest, salesmanId }
}
