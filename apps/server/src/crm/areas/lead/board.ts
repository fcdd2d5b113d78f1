import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/db/client'
import { countPlaces, findPlaces, type Place } from '../../arrival-order.ts'
import type { Sight } from '../../lead-visibility.ts'
import { findLeadsInOrder, type StoredRow } from '../../stored-lead.ts'

interface Part {
  where: readonly RawBuilder<unknown>[]
  after: Place | undefined
  size: number
}

/** The next cards of one column, the newest first; the total only with the first ones, because it does not change by scrolling. */
export async function findCards(
  db: Db,
  sight: Sight,
  { where, after, size }: Part,
): Promise<{ cards: StoredRow[]; next: Place | null; total: number | null }> {
  const [places, total] = await Promise.all([
    findPlaces(db, sight, { where, isDescending: true, limit: size + 1, after }),
    after ? null : countPlaces(db, sight, where),
  ])
  return {
    cards: await findLeadsInOrder(db, sight, places.slice(0, size)),
    next: places.length > size ? (places[size - 1] as Place) : null,
    total,
  }
}
