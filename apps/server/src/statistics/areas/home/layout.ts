import type { HomeLayout } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

export async function findLayout(db: Db, adminId: string): Promise<HomeLayout> {
  const { rows } = await sql<HomeLayout>`
    select cards as "order", hidden from home_layout where admin_id = ${adminId}`.execute(db)
  return rows[0] ?? { order: [], hidden: [] }
}

export async function saveLayout(db: Db, adminId: string, { order, hidden }: HomeLayout): Promise<void> {
  await sql`
    insert into home_layout (admin_id, cards, hidden) values (${adminId}, ${order}, ${hidden})
    on conflict (admin_id) do update set cards = excluded.cards, hidden = excluded.hidden, updated_at = now()`.execute(
    db,
  )
}
