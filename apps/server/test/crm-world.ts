import type { Db } from '#platform/db/client'
import type { TestApp } from './harness.ts'

/** The business day of the tests. */
export const day = '2026-03-02'

/** What a test gives a salesman or a pool; the columns by their names in the database. */
type Given = Record<string, string | number | boolean | string[] | null>

let named = 0

/** Salesmen, pools and leads for tests of the acts on leads. */
export function crmWorld(app: TestApp) {
  const one = async (table: string, given: Given): Promise<string> => {
    const names = Object.keys(given)
    const places = names.map((_, index) => `$${index + 1}`)
    const { rows } = await app.pool.query(
      `insert into ${table} (${names.join()}) values (${places.join()}) returning id`,
      Object.values(given),
    )
    return rows[0].id
  }
  const newSalesman = async (given: Given = {}): Promise<string> => {
    const name = `销售${++named}`
    const adminId = await one('admin', { username: `s-${named}-${Date.now()}`, name, password_hash: '-' })
    return one('salesman', { admin_id: adminId, name, ...given })
  }
  /** A pool of a team of its own, so that tests do not meet in the public one; its salesmen are members. */
  const newPool = async (given: Given = {}): Promise<{ poolId: string; teamId: string }> => {
    const teamId = await one('sales_team', { name: `队${++named}` })
    const rules = { cool_down_days: 0, lock_minutes: 0, ...given }
    return {
      poolId: await one('lead_pool', { name: `池${named}`, kind: 'team', team_id: teamId, ...rules }),
      teamId,
    }
  }
  const newLeads = async (
    poolId: string,
    count: number,
    given: { source?: string; cityCode?: string } = {},
  ) => {
    named += count
    const { rows } = await app.pool.query(
      `with added as (insert into lead (phone, source, city_code, pool_id)
         select '1' || lpad((3000000000 + $2::int - n)::text, 10, '0'), $3, $4, $1 from generate_series(0, $5::int - 1) n returning id, stage)
       , told as (insert into lead_event (lead_id, kind, from_stage, to_stage) select id, 'arrived', stage, stage from added)
       select id from added order by id`,
      [poolId, named, given.source ?? 'manual', given.cityCode ?? null, count],
    )
    return rows.map(({ id }) => id as string)
  }
  const write = <T>(act: (db: Db) => Promise<T>): Promise<T> => app.db.transaction().execute(act)
  const leadOf = async (id: string) =>
    (await app.pool.query('select * from lead where id = $1', [id])).rows[0]
  const heldBy = async (id: string): Promise<number> =>
    (await app.pool.query('select held from salesman where id = $1', [id])).rows[0].held
  const kindsOf = async (id: string): Promise<string[]> =>
    (await app.pool.query('select kind from lead_event where lead_id = $1 order by id', [id])).rows.map(
      ({ kind }) => kind,
    )
  return { one, newSalesman, newPool, newLeads, write, leadOf, heldBy, kindsOf }
}
