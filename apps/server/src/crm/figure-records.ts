import type { LeadRecord, LeadRecords } from '@kabao/contract/crm/lead-record'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { type Sight, sightOf } from './lead-visibility.ts'
import { showRow } from './show.ts'
import { findLeads } from './stored-lead.ts'

/** A query of records: `at`, `lead_id`, `event`, `minutes`, `fen`, and `key`, which orders those of one instant. */
export type RecordsQuery = RawBuilder<unknown>

/** What a salesman did, or what came to him, in a span, one record for each line of the history. @param e the lines are named `e` */
export const linesAsRecords = (
  salesmanId: string,
  { from, to }: { from: string; to?: string },
  where: RawBuilder<unknown>,
): RecordsQuery => sql`
  select e.at, e.lead_id, e.kind as event, null::float8 as minutes, null::bigint as fen, e.id as key from lead_event e
  where e.to_id = ${salesmanId} and e.at >= ${from}::timestamptz and e.at < ${to ?? 'infinity'}::timestamptz and ${where}`

type Found = Omit<LeadRecord, 'lead'>

/**
 * A page of records, the newest first, and how many there are. Leads are shown as far as the caller sees them.
 * @param mayLeads whether the caller may see leads at all
 */
export async function findRecords(
  db: Db,
  query: RecordsQuery,
  { caller, mayLeads, current, size }: { caller: Caller; mayLeads: boolean; current: number; size: number },
): Promise<LeadRecords> {
  const plain = db.withoutPlugins()
  const { rows } = await sql<Found>`
    select r.at, r.lead_id::text as "leadId", r.event, r.minutes, r.fen::float8 as fen from (${query}) r
    order by r.at desc, r.key desc, r.lead_id desc limit ${size} offset ${(current - 1) * size}`.execute(
    plain,
  )
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from (${query}) r`.execute(
    plain,
  )
  const seen = mayLeads ? await seenOf(db, await sightOf(db, caller), rows) : new Map()
  return {
    records: rows.map((row) => ({ ...row, lead: seen.get(row.leadId) ?? null })),
    total: counted[0]?.n ?? 0,
    current,
    size,
  }
}

async function seenOf(
  db: Db,
  sight: Sight,
  rows: readonly Found[],
): Promise<Map<string, LeadRecord['lead']>> {
  const ids = [...new Set(rows.map(({ leadId }) => leadId))]
  const leads = (await findLeads(db, sight, ids)).map(showRow)
  return new Map(leads.map(({ id, name, phone }) => [id, { name, phone }]))
}
