import type { AnswerOf, BodyOf } from '@kabao/contract'
import { type costCalls, mostResults } from '@kabao/contract/intake/cost'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

type Answer = AnswerOf<typeof costCalls.cost>

/** What a channel is owed for the results of a business day, one by one, with those that are deducted. */
export async function costsOf(
  db: Db,
  channelId: string,
  { day, after = 0 }: BodyOf<typeof costCalls.cost>,
): Promise<Answer> {
  const plain = db.withoutPlugins()
  const { rows: results } = await sql<Answer['results'][number]>`
    select number::float8 as number, kind, ref_id as "refId", at, base_fen::float8 as "baseFen", cost_fen::float8 as "costFen",
      deducted_for is not null as "isDeducted", draw, deduction_bp as "deductionBp"
    from channel_result where channel_id = ${channelId} and due_day = ${day} and number > ${after}
    order by number limit ${mostResults}`.execute(plain)
  const { rows } = await sql<{ deductionBp: number }>`
    select deduction_bp as "deductionBp" from channel where id = ${channelId}`.execute(plain)
  const next = results.length === mostResults ? (results.at(-1)?.number ?? null) : null
  return { deductionBp: rows[0]?.deductionBp ?? 0, results, next }
}
