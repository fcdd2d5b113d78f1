import { type HomeCard, type HomeLayout, homeCards } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** What was saved may name cards that there are no more. */
const known = (cards: readonly string[]) =>
  cards.filter((card): card is HomeCard => (homeCards as readonly string[]).includes(card))

export async function findLayout(db: Db, adminId: string): Promise<HomeLayout> {
  const { rows } = await sql<HomeLayout>`
    select cards as "order", hidden from home_layout where admin_id = ${adminId}`.execute(db)
  const { order = [], hidden = [] } = rows[0] ?? {}
  return { order: known(order), hidden: known(hidden) }
}

export async function saveLayout(db: Db, adminId: string, { order, hidden }: HomeLayout): Promise<void> {
  await sql`
    insert into home_layout (admin_id, cards, hidden) values (${adminId}, ${order}, ${hidden})
    on conflict (admin_id) do update set cards = excluded.cards, hidden = excluded.hidden, updated_at = now()`.execute(
    db,
  )
}
