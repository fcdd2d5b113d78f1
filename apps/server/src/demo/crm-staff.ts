import type pg from 'pg'
import { demoUsername } from '#access'

/** A salesman of the demo, and the pools whose leads he gets. */
export interface DemoSalesman {
  id: string
  adminId: string
  teamId: string
}
export interface DemoStaff {
  salesmen: DemoSalesman[]
  publicPool: string
  /** By team. */
  teamPools: Map<string, string>
}

const teams = ['华南销售一队', '华东销售二队']
/** By name; the colleagues among them can sign in, the others cannot. */
const people = ['林静', '周凯', '吴敏', '郑浩', '何欣', '罗阳', '梁婷']
const workdays = JSON.stringify([1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })))

/**
 * Adds two teams with a pool each, and eight salesmen: the demo's administrator, two
 * colleagues of one team, and five who cannot sign in. One of them is on leave.
 * @returns null if the demo's administrator does not exist
 */
export async function addCrmStaff(client: pg.PoolClient): Promise<DemoStaff | null> {
  const one = async (text: string, values: unknown[]): Promise<string> =>
    (await client.query(text, values)).rows[0].id
  const { rows: own } = await client.query<{ id: string; name: string }>(
    'select id, name from admin where username = $1',
    [demoUsername],
  )
  const [first] = own
  if (!first) return null
  const { rows: known } = await client.query<{ id: string; name: string }>(
    'select id, name from admin where username in ($1, $2)',
    ['lead', 'sales'],
  )
  const colleagues = new Map(known.map(({ id, name }) => [name, id]))
  const teamIds: string[] = []
  const teamPools = new Map<string, string>()
  for (const [at, name] of teams.entries()) {
    const teamId = await one('insert into sales_team (name) values ($1) returning id', [name])
    teamIds.push(teamId)
    teamPools.set(
      teamId,
      await one(
        `insert into lead_pool (name, kind, team_id, max_held, is_automatic, hidden_fields)
         values ($1, 'team', $2, 300, $3, '{phone,name}') returning id`,
        [`${name}线索池`, teamId, at === 0],
      ),
    )
  }
  const salesmen: DemoSalesman[] = []
  for (const [at, name] of [first.name, ...people].entries()) {
    const teamId = teamIds[at % teams.length] as string
    const adminId =
      at === 0
        ? first.id
        : (colleagues.get(name) ??
          (await one(`insert into admin (username, name, password_hash) values ($1, $2, '-') returning id`, [
            `demo.sales${at}`,
            name,
          ])))
    const id = await one(
      `insert into salesman (admin_id, name, phone, team_id, daily_quota, capacity, weight, windows, status, leave_from, deputy_id)
       values ($1, $2, $3, $4, $5, 300, $6, $7, $8::text, case when $8 = 'onLeave' then now() - interval '1 day' end, $9) returning id`,
      [
        ...[adminId, name, `1380013${String(8_001 + at)}`, teamId, at === 0 ? null : 40, 10 + 5 * (at % 3)],
        ...[at === 1 ? '[]' : workdays, at === 6 ? 'onLeave' : 'onDuty', at === 6 ? salesmen[4]?.id : null],
      ],
    )
    if (at < teams.length)
      await client.query('update sales_team set head_id = $1 where id = $2', [id, teamId])
    if (at !== 6) salesmen.push({ id, adminId, teamId })
  }
  const publicPool = await one(`select id from lead_pool where kind = 'public'`, [])
  await client.query('update lead_pool set owner_id = $1 where id = $2', [salesmen[0]?.id, publicPool])
  return { salesmen, publicPool, teamPools }
}
