import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type ChannelCost, type ChannelTerms, costUnder, type ResultKind } from './cost.ts'

/** Something that a channel may be paid for. */
export interface Result {
  channelId: string
  /** The user, the push, or the hash of the visitor. */
  id: string
  /** `yyyy-mm-dd` */
  businessDay: string
  /** What the organization is charged, in fen: for a share. */
  priceFen?: number
  /** ISO 8601; by default now. */
  at?: string
}

/**
 * Notes what channels are owed for results, in the transaction that makes them, which must make each result once. The rows are
 * only added, so that nobody waits here; `bookResults` books them on the channels' accounts.
 * @returns what is owed for each result, in fen, in their order
 */
export async function noteResults(
  write: Db,
  kind: ResultKind,
  results: readonly Result[],
): Promise<number[]> {
  const costs = await owedFor(write, kind, results)
  const noted = results.flatMap(({ channelId, id, businessDay, at = null }, nth) => {
    const cost = costs[nth]
    return cost ? [{ channelId, id, businessDay, at, ...cost }] : []
  })
  if (noted.length > 0)
    await sql`
      insert into channel_result_new (channel_id, kind, ref_id, at, business_day, base_fen, cost_fen, draw, deduction_bp, deducted_for)
      select "channelId", ${kind}, id, coalesce(at, now()), "businessDay", "baseFen", "costFen", draw, "deductionBp",
        case when "isDeducted" then 'agreedRate' end
      from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as r ("channelId" bigint, id text, at timestamptz, "businessDay" date,
        "baseFen" bigint, "costFen" bigint, draw smallint, "deductionBp" smallint, "isDeducted" boolean)`.execute(
      write,
    )
  return costs.map((cost) => cost?.costFen ?? 0)
}

/** What channels are owed for results by their terms at this moment, in their order; null if a channel is not paid for this kind. */
export async function owedFor(
  db: Db,
  kind: ResultKind,
  results: readonly Omit<Result, 'at'>[],
): Promise<(ChannelCost | null)[]> {
  const terms = await termsOf(
    db,
    results.map(({ channelId }) => channelId),
  )
  return results.map((result) => {
    const of = terms.get(result.channelId)
    return of ? costUnder(of, { ...result, kind }) : null
  })
}

/** Notes what one channel is owed for a result. @returns what is owed, in fen */
export async function noteResult(
  write: Db,
  kind: ResultKind,
  { channelId, ...result }: Omit<Result, 'channelId'> & { channelId: string | null },
): Promise<number> {
  if (channelId === null) return 0
  const [costFen = 0] = await noteResults(write, kind, [{ ...result, channelId }])
  return costFen
}

/**
 * Notes that a channel is no longer owed for a push that came back, in the transaction that marks it as returned.
 * @param costFen what was owed for the push
 * @param businessDay of the acceptance, `yyyy-mm-dd`: its period is corrected, or the next one if that is settled
 */
export async function noteReturn(
  write: Db,
  {
    channelId,
    pushId,
    costFen,
    businessDay,
  }: { channelId: string; pushId: string; costFen: number; businessDay: string },
): Promise<void> {
  await sql`
    insert into channel_result_new (channel_id, kind, ref_id, business_day, base_fen, cost_fen)
    values (${channelId}, 'return', ${pushId}, ${businessDay}, ${-costFen}, ${-costFen})`.execute(write)
}

/** The terms of channels at this moment, by their ids. */
export async function termsOf(db: Db, channelIds: readonly string[]): Promise<Map<string, ChannelTerms>> {
  if (channelIds.length === 0) return new Map()
  const { rows } = await sql<ChannelTerms & { id: string }>`
    select id, settlement, coalesce(price_fen, 0) as "priceFen", coalesce(share_bp, 0) as "shareBp",
      deduction_bp as "deductionBp" from channel where id = any(${[...new Set(channelIds)]}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  return new Map(rows.map(({ id, ...terms }) => [id, terms]))
}
