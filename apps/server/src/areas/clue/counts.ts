import { exactTotal } from '@kabao/contract'
import { type ClueCounts, clueStages } from '@kabao/contract/clue-row'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'
import { type Sight, seenLeads } from '../../crm/sight.ts'

/** How many leads that the caller sees are in each stage, wait, or are his own; each counted to one more than `exactTotal`. */
export async function countLeads(db: Db, sight: Sight): Promise<ClueCounts> {
  const isOwnScope = sight.scope.kind === 'own'
  const count = (name: string, where: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (select from ${seenLeads(sight)} t where ${where} limit ${sql.lit(exactTotal + 1)}) counted)
      as ${sql.id(name)}`
  const { rows } = await sql<ClueCounts>`select ${sql.join([
    ...clueStages.map((stage) => count(stage, sql`t.stage = ${sql.lit(stage)}`)),
    count('waiting', sql`t.salesman_id is null and t.closed_at is null`),
    count('mine', sql`t.salesman_id = ${sight.meId}::bigint and t.closed_at is null`),
  ])}`.execute(db.withoutPlugins())
  return { ...(rows[0] as ClueCounts), isOwnScope }
}
