import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/client'

/** What a channel gets for one result, and whether the result was deducted by the rate that its contract names. */
export interface ChannelCost {
  costFen: number
  isDeducted: boolean
}

/**
 * What a channel is owed for an accepted push: its price if it is paid by accepted push (`cpl`), its share of the revenue (`cps`),
 * and by its price for a visitor (`cpuv`) who is the first of the day; else nothing. Whether the result is deducted follows from the
 * id alone, so it is never drawn again.
 */
export async function costOf(
  db: Db,
  {
    channelId,
    pushId,
    priceFen,
    isUniqueVisitor = false,
  }: { channelId: string | null; pushId: string; priceFen: number; isUniqueVisitor?: boolean },
): Promise<ChannelCost> {
  if (channelId === null) return { costFen: 0, isDeducted: false }
  const { rows } = await sql<ChannelTerms>`
    select settlement, coalesce(price_fen, 0) as "priceFen", coalesce(share_bp, 0) as "shareBp",
      deduction_bp as "deductionBp" from channel where id = ${channelId}`.execute(db.withoutPlugins())
  const [terms] = rows
  return terms ? costUnder(terms, { pushId, priceFen, isUniqueVisitor }) : { costFen: 0, isDeducted: false }
}

/** The terms of a channel's contract. */
export interface ChannelTerms {
  settlement: string
  priceFen: number
  shareBp: number
  deductionBp: number
}

/** What a channel with these terms is owed for an accepted push. @param isUniqueVisitor whether the visitor is the first of the day */
export function costUnder(
  terms: ChannelTerms,
  {
    pushId,
    priceFen,
    isUniqueVisitor = false,
  }: { pushId: string; priceFen: number; isUniqueVisitor?: boolean },
): ChannelCost {
  const isDeducted = drawOf(pushId) < terms.deductionBp
  if (isDeducted) return { costFen: 0, isDeducted }
  if (terms.settlement === 'cpl') return { costFen: terms.priceFen, isDeducted }
  if (terms.settlement === 'cpuv') return { costFen: isUniqueVisitor ? terms.priceFen : 0, isDeducted }
  const share = terms.settlement === 'cps' ? Math.floor((priceFen * terms.shareBp) / 10_000) : 0
  return { costFen: share, isDeducted }
}

/** A number from 0 to 9,999 that an id always gives. */
export const drawOf = (pushId: string): number =>
  createHash('sha256').update(`deduction ${pushId}`).digest().readUInt32BE() % 10_000
