import { leadPage } from '@kabao/contract/crm/lead-row'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/client'
import { crmWorld } from '#test/crm-world'
import { startApp } from '#test/harness'
import { plansOf } from '#test/plans'
import { everything, type Sight, sightOf } from '../../lead-visibility.ts'
import { findPageOfLeads } from '../../stored-lead.ts'
import { findCards } from './board.ts'
import { matching } from './filters.ts'

const app = startApp()
const { newPool, newSalesman } = crmWorld(app)
const count = 100_000
/** So many in one statement, because a busy machine has a limit of time for one. */
const step = 5_000
let own: Sight
let poolId: string
let salesmanId: string
beforeAll(async () => {
  const pool = await newPool()
  poolId = pool.poolId
  salesmanId = await newSalesman({ team_id: pool.teamId })
  const others = await Promise.all(Array.from({ length: 200 }, () => newSalesman({ team_id: pool.teamId })))
  // Most leads are held by others, a thousand wait, thirty are his.
  for (let from = 1; from < count; from += step)
    await app.pool.query(
      `insert into lead (phone, name, city_code, source, pool_id, arrived_at, salesman_id, assigned_at, recycle_at, stage)
     select '1' || lpad((5000000000 + n)::text, 10, '0'), chr(20000 + n % 300) || '某', '44' || lpad((n % 20 + 1)::text, 2, '0') || '00',
       (array['import', 'manual', 'open'])[1 + n % 3], $1, now() - make_interval(secs => n),
       case when n % 100 = 0 then null when n % 3333 = 1 then $2::bigint else ($3::bigint[])[1 + n % 200] end,
       case when n % 100 > 0 then now() end, case when n % 100 > 0 then now() + interval '1 day' end,
       (array['new', 'contacted', 'interested', 'applied'])[1 + n % 4]
     from generate_series($4::int, $4::int + $5::int - 1) n`,
      [poolId, salesmanId, others, from, step],
    )
  await app.pool.query('analyze lead')
  const { rows } = await app.pool.query('select admin_id from salesman where id = $1', [salesmanId])
  own = await sightOf(app.db, { adminId: rows[0].admin_id, dataScope: 'own' })
}, 60_000)

const end = new Date(Date.now() + 3_600_000).toISOString()
const page = (sight: Sight, given: object) => (db: Db) => {
  const { sort, ...asked } = leadPage.parse(given)
  return findPageOfLeads(db, sight, {
    ...asked,
    where: matching(sight, asked, end),
    isDescending: sort.startsWith('-'),
  })
}

test.each([
  [{}],
  [{ stage: 'interested' }],
  [{ place: 'waiting' }],
  [{ place: 'held' }],
  [{ place: 'closed' }],
  [{ source: 'open' }],
  [{ cityCode: '440300' }],
  [{ phone: '15000000777' }],
  [{ phone: '0777' }],
  [{ name: '不' }],
  [{ salesmanId: '1' }],
  [{ due: 'overdue' }],
  [{ late: true }],
])('a page of leads filtered by %j reads no more of the table than it shows', async (filter) => {
  for (const sight of [everything, own]) {
    const plans = await plansOf(app.pool, page(sight, filter))
    // The count ends at a limit, wherever it reads.
    for (const plan of plans.filter((each) => !isCount(each)))
      expect(plan, `${sight.scope.kind}\n${plan}`).not.toContain('Seq Scan on lead c')
  }
})
const isCount = (plan: string) => plan.startsWith('Aggregate')

test('a column of the board reads its cards over the index of the stage', async () => {
  const [cards] = await plansOf(app.pool, (db) =>
    findCards(db, everything, {
      where: matching(everything, { stage: 'new' }, end),
      after: undefined,
      size: 20,
    }),
  )
  expect(cards).toMatch(/lead_stage_idx/)
})

test('a salesperson’s page reads each part of the sight in the order of arrival, and no further than it shows', async () => {
  const plans = await plansOf(app.pool, page(own, {}))
  const places =
    plans.find((each) => !isCount(each) && each.includes('lead_salesman_id_arrived_at_idx')) ?? ''
  expect(places).not.toMatch(/Bitmap|Seq Scan/)
  expect(places).toMatch(/Merge Append|Sort Key: t.arrived_at DESC|Limit/)
})

test('a salesperson’s page of what waits does not look for it among the leads that somebody holds', async () => {
  const plans = await plansOf(app.pool, page(own, { place: 'waiting' }))
  const ofPool = plans.filter((plan) => !plan.includes('ANY') && plan.includes('lead_waiting_idx'))
  expect(ofPool.length).toBeGreaterThan(0)
  for (const plan of ofPool) expect(plan).not.toMatch(/lead_waiting_arrived_at_idx|lead_next_follow_at_idx/)
  expect(ofPool.join('\n')).toContain('One-Time Filter: false')
})
