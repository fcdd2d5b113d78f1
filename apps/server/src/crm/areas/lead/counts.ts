import { exactTotal } from '@kabao/contract'
import { type LeadCounts, type LeadPage, leadEnds, openLeadStages } from '@kabao/contract/crm/lead-row'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Sight, seenLeads, sightAt } from '../../lead-visibility.ts'

/** How many leads that the caller sees are in each stage, wait, or are his own; each counted to one more than `exactTotal`. */
export async function countLeads(db: Db, sight: Sight): Promise<LeadCounts> {
  const isOwnScope = sight.scope.kind === 'own'
  const count = (name: string, where: RawBuilder<unknown>, place?: LeadPage['place']) =>
    sql`(select count(*)::int from (select from ${seenLeads(sightAt(sight, place))} t where ${where} limit ${sql.lit(exactTotal + 1)}) counted)
      as ${sql.id(name)}`
  const { rows } = await sql<LeadCounts>`select ${sql.join([
    ...openLeadStages.map((stage) => count(stage, sql`t.stage = ${sql.lit(stage)}`)),
    ...leadEnds.map((stage) => count(stage, sql`t.stage = ${sql.lit(stage)}`, 'closed')),
    count('waiting', sql`t.salesman_id is null and t.closed_at is null`, 'waiting'),
    count('mine', sql`t.salesman_id = ${sight.meId}::bigint and t.closed_at is null`, 'held'),
  ])}`.execute(db.withoutPlugins())
  return { ...(rows[0] as LeadCounts), isOwnScope }
}
