import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** Why a collection channel was left out, or did not get the order after all. */
export type RouteReason =
  | 'disabled'
  | 'tooSmall'
  | 'tooLarge'
  | 'otherProduct'
  | 'breaker'
  | 'dailyLimit'
  | 'noLink'
  | 'triedBefore'
  | 'sandbox'

/** A collection channel that was left out: its id and why. */
export type WhyNot = [collectionId: string, reason: RouteReason]

/** What the route reads of a collection channel. */
export interface RouteTerms {
  id: string
  status: 'enabled' | 'disabled'
  provider: string
  minFen: number
  maxFen: number
  weight: number
  productIds: string[]
  isOpen: boolean
}

/** The order that wants a collection channel. */
export interface Routed {
  orderId: string
  amountFen: number
  productId: string
}

/** Reads every collection channel; there are a few dozen at most. */
export async function readTerms(db: Db): Promise<RouteTerms[]> {
  const { rows } = await sql<RouteTerms>`
    select c.id, c.status, c.provider, c.min_fen as "minFen", c.max_fen as "maxFen", c.weight, c.product_ids::text[] as "productIds",
      coalesce(b.open_until > now(), false) as "isOpen"
    from collection c left join collection_breaker b on b.collection_id = c.id order by c.id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/**
 * The collection channels that fit an order, the first choice first. The draw by weight is a hash of the order number, so an order
 * always gets the same answer, and leaving one out does not change the order of the others.
 */
export function draw(
  order: Routed,
  all: readonly RouteTerms[],
  { tried = new Set(), takesSandbox }: { tried?: ReadonlySet<string>; takesSandbox: boolean },
): { fitting: RouteTerms[]; whyNot: WhyNot[] } {
  const whyNot: WhyNot[] = []
  const fitting = all.filter((terms) => {
    const reason = tried.has(terms.id)
      ? 'triedBefore'
      : terms.provider === 'sandbox' && !takesSandbox
        ? 'sandbox'
        : unfit(order, terms)
    if (reason) whyNot.push([terms.id, reason])
    return reason === null
  })
  const place = new Map(fitting.map((terms) => [terms, placeOf(order.orderId, terms)]))
  fitting.sort((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0))
  return { fitting, whyNot }
}

function unfit({ amountFen, productId }: Routed, terms: RouteTerms): RouteReason | null {
  if (terms.status !== 'enabled') return 'disabled'
  if (amountFen < terms.minFen) return 'tooSmall'
  if (amountFen > terms.maxFen) return 'tooLarge'
  if (terms.productIds.length > 0 && !terms.productIds.includes(productId)) return 'otherProduct'
  return terms.isOpen ? 'breaker' : null
}

/**
 * Weighted rendezvous hashing: a uniform draw for each pair, from the exponential distribution whose rate is the weight; the smallest
 * comes first. So the share of a channel is its part of the sum of the weights.
 */
function placeOf(orderId: string, { id, weight }: RouteTerms): number {
  const head = createHash('sha256').update(`route ${orderId} ${id}`).digest().readUIntBE(0, 6)
  return -Math.log((head + 1) / 2 ** 48) / weight
}

/**
 * Counts an order's amount towards the daily limit of a collection channel, by one conditional update.
 * @param day `yyyy-mm-dd`, the business day
 * @returns false if the limit would be passed
 */
export async function claimLimit(
  write: Db,
  { collectionId, day, amountFen }: { collectionId: string; day: string; amountFen: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into collection_day as d (collection_id, day, ordered_fen, orders)
    select id, ${day}::date, ${amountFen}, 1 from collection
    where id = ${collectionId} and ${amountFen} <= coalesce(daily_limit_fen, 9223372036854775807)
    on conflict (collection_id, day) do update set ordered_fen = d.ordered_fen + excluded.ordered_fen, orders = d.orders + 1
    where d.ordered_fen + excluded.ordered_fen
      <= coalesce((select daily_limit_fen from collection where id = d.collection_id), 9223372036854775807)`.execute(
    write,
  )
  return numAffectedRows === 1n
}

/** Gives an amount back that `claimLimit` has counted. */
export async function giveBackLimit(
  write: Db,
  { collectionId, day, amountFen }: { collectionId: string; day: string; amountFen: number },
): Promise<void> {
  await sql`
    update collection_day set ordered_fen = ordered_fen - ${amountFen}, orders = orders - 1, failed = failed + 1
    where collection_id = ${collectionId} and day = ${day}`.execute(write)
}
