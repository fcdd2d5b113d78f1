import type { ProductCalls } from '@kabao/contract/supply/product'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { notFound, stale } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { lockRows, updateRow } from '#platform/db/row'
import type { List } from './lists.ts'

/** The place of a product that gets a number: after the others with this number. */
export const placeFor = (sort: number) =>
  // The columns of a row take values; this one is computed by the database.
  sql`${sort}::integer + nextval('product_place_seq') * 1e-12` as unknown as string

/** The ends of the numbers, see the check of `product.place`. */
const [least, most] = [-1_000_000, 1_000_000]
/** The most decimals of a place. Each of them is used up by about three moves into the same gap. */
const mostDecimals = 100

type Target = z.output<ProductCalls['move']['body']>
/** A type, not an interface, because the audit log takes a record. */
type Place = { sort: number; place: string }
/** The places between which a product goes; null is an end of the list. */
interface Gap {
  low: string | null
  high: string | null
}

/**
 * Moves a product in its list, by one row. Moves in one list wait for each other, so each meets the order that the one before has
 * made. Its version counts up only if its number changes, because nothing else of it that can be edited does.
 * @param target an end of the list, or the neighbors that the caller saw
 * @param decimals the most decimals of the new place; if it needs more, the products with the same number get new places
 * @returns its number and its place before and after
 * @throws Problem 4040 if it is not in the list, 4090 if a neighbor is gone, or the neighbors are in another order now
 */
export async function moveProduct(
  db: Db,
  list: List,
  id: string,
  target: Target,
  adminId: string,
  decimals = mostDecimals,
): Promise<{ before: Place; after: Place }> {
  await sql`select pg_advisory_xact_lock(hashtext('kabao order of ' || ${list.name}::text))`.execute(db)
  const neighbors = [target.after, target.before].filter((each) => each !== undefined)
  const rows = await lockRows(db, 'product', [id, ...neighbors], {
    where: list.only,
    strength: 'no key update',
  })
  const row = (of: string) => rows.find((each) => each.id === of)
  const moved = row(id)
  if (!moved) throw notFound()
  if (neighbors.some((each) => !row(each)) || neighbors.includes(id)) throw stale(undefined)
  const before = { sort: moved.sort, place: moved.place }

  const gap = await gapOf(db, list, id, target)
  if (await isBetween(db, moved.place, gap)) return { before, after: before }
  const first = await placeIn(db, gap, decimals)
  if (first === null) await spread(db, list, gap)
  const place = first ?? (await placeIn(db, await gapOf(db, list, id, target), decimals))
  if (place === null) throw new Error(`no place for product ${id}`)

  const { rows: changed } = await sql<Place>`
    update product set place = ${place}::numeric where id = ${id} returning sort, place`.execute(db)
  const after = changed[0] as Place
  if (after.sort !== before.sort) await updateRow(db, 'product', id, { updatedBy: adminId })
  return { before, after }
}

/** The gap that a target means, without the product itself. @throws Problem 4090 if the neighbors are in another order now */
async function gapOf(db: Db, { only }: List, id: string, { to, after, before }: Target): Promise<Gap> {
  const others = sql.join([...only, sql`t.id <> ${id}`], sql` and `)
  const next = (from: string) =>
    sql`(select t.place, t.id from product t where ${others}
      and (t.place, t.id) > (select place, id from product where id = ${from}) order by t.place, t.id limit 1)`
  const previous = (from: string) =>
    sql`(select t.place, t.id from product t where ${others}
      and (t.place, t.id) < (select place, id from product where id = ${from}) order by t.place desc, t.id desc limit 1)`
  const itself = (of: string) => sql`(select place, id from product where id = ${of})`
  const end = (order: RawBuilder<unknown>) =>
    sql`(select t.place, t.id from product t where ${others} order by ${order} limit 1)`
  const none = sql`(select null::numeric as place, null::bigint as id)`

  if (after !== undefined && before !== undefined) {
    const { rows } = await sql<{ isOrder: boolean }>`
      select (a.place, a.id) < (b.place, b.id) as "isOrder" from ${itself(after)} a, ${itself(before)} b`.execute(
      db,
    )
    if (!rows[0]?.isOrder) throw stale(undefined)
  }
  const [low, high] =
    to === 'top'
      ? [none, end(sql`t.place, t.id`)]
      : to === 'bottom'
        ? [end(sql`t.place desc, t.id desc`), none]
        : after !== undefined
          ? [itself(after), next(after)]
          : [previous(before as string), itself(before as string)]
  const { rows } = await sql<Gap>`
    select (select place from ${low} l) as low, (select place from ${high} h) as high`.execute(db)
  return rows[0] as Gap
}

async function isBetween(db: Db, place: string, { low, high }: Gap): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select coalesce(${place}::numeric > ${low}::numeric, true)
      and coalesce(${place}::numeric < ${high}::numeric, true) as is`.execute(db)
  return rows[0]?.is === true
}

/** The place with the fewest decimals near the middle of a gap; beyond an end of the list, the next whole number. */
async function placeIn(db: Db, { low, high }: Gap, decimals: number): Promise<string | null> {
  const { rows } = await sql<{ place: string }>`
    with gap as (
      select coalesce(${low}::numeric, greatest(floor(${high}::numeric) - 2, ${least})) as low,
        coalesce(${high}::numeric, least(floor(${low}::numeric) + 2, ${most + 1})) as high
    ), middle as (
      select low, high, (low + high) * 0.5 as place from gap
    )
    select round(place, decimals) as place from middle, generate_series(0, least(scale(place), ${decimals})) decimals
    where round(place, decimals) > low and round(place, decimals) < high
    order by decimals limit 1`.execute(db)
  return rows[0]?.place ?? null
}

/** Gives the products around a gap, which have the same number, new places with few decimals in the same order. */
async function spread(db: Db, { only }: List, { low, high }: Gap): Promise<void> {
  await sql`
    update product p set place = n.place from (
      select t.id, t.sort + row_number() over (order by t.place, t.id) * 1e-12 as place from product t
      where ${sql.join([...only, sql`t.sort = floor(coalesce(${low}::numeric, ${high}::numeric))`], sql` and `)}
    ) n where p.id = n.id`.execute(db)
}
