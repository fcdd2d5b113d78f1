import type { TestApp } from './harness.ts'

/** What the facts and visits of a database are about, for tests of figures. */
export interface StatisticsWorld {
  channelId: string
  orgId: string
  planId: string
  productId: string
  /** Adds users, in one statement. @returns their ids */
  users(count: number, at?: string): Promise<string[]>
  /** Adds visits, in one statement. */
  visits(visitors: readonly string[], at?: string): Promise<void>
  /** Adds a push with its answer. @returns its id */
  push(userId: string, fields?: Record<string, unknown>): Promise<string>
  all<T>(text: string, ...values: unknown[]): Promise<T[]>
}

let phones = 13_700_000_000
let names = 0

/** Adds what facts refer to. */
export async function statisticsWorld(app: Pick<TestApp, 'servicePool'>): Promise<StatisticsWorld> {
  const all = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await app.servicePool.query(text, values)).rows
  const id = async (text: string, ...values: unknown[]) =>
    ((await all<{ id: string }>(`${text} returning id`, ...values))[0] as { id: string }).id
  const name = `统计 ${++names}`
  const channelId = await id(
    `insert into channel (name, flow, settlement, price_fen) values ($1, 'full', 'cpa', 30)`,
    name,
  )
  const orgId = await id(`insert into org (code, name, flow) values ($1, $2, 'full')`, `stats${names}`, name)
  const planId = await id(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, $2, 'full', 100, '2020-01-01')`,
    orgId,
    name,
  )
  const productId = await id(
    `insert into product (name, kind, flow, org_id, face_fen, price_fen, valid_days) values ($1, 'card', 'full', $2, 900, 500, 30)`,
    name,
    orgId,
  )
  await all(`insert into visit_text (value) values ('/test'), ('test browser') on conflict do nothing`)
  return {
    channelId,
    orgId,
    planId,
    productId,
    all,
    async users(count, at = new Date().toISOString()) {
      const from = phones
      phones += count
      const rows = await all<{ id: string }>(
        `insert into "user" (phone, flow, channel_id, city_code, created_at)
         select ($1::bigint + nth)::text, 'full', $3, '440305', $4 from generate_series(1, $2::int) nth returning id`,
        ...[from, count, channelId, at],
      )
      return rows.map((row) => row.id)
    },
    async visits(visitors, at = new Date().toISOString()) {
      await all(
        `insert into visit (id, channel_id, product_id, page_id, user_agent_id, city_code, ip, visitor_id)
         select time_id($3), $1, $4, (select id from visit_text where value = '/test'),
           (select id from visit_text where value = 'test browser'), 440305, '203.0.113.7', v from unnest($2::text[]) v`,
        ...[channelId, visitors, at, productId],
      )
    },
    push: (userId, fields = {}) => {
      const columns = {
        user_id: userId,
        channel_id: channelId,
        plan_id: planId,
        org_id: orgId,
        flow: 'full',
        city_code: '440305',
        price_fen: 100,
        ...fields,
      }
      return id(
        `insert into push_record (${Object.keys(columns).join()}) values (${Object.keys(columns).map((_, nth) => `$${nth + 1}`)})`,
        ...Object.values(columns),
      )
    },
  }
}
