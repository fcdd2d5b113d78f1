import { addUsers } from './facts-world.mjs'
import { durationOf, median, table } from './figures.mjs'

const rounds = 12
const turns = 100

/** The same statements with the triggers that make facts, and without; in turns, so that both meet the same machine. */
export async function measureCosts(pool, world) {
  const { rows: users } = await addUsers(pool, world, 1_000)
  const statements = [
    ['registration', '"user"', 'user_facts', () => addUsers(pool, world, 1)],
    [
      'push',
      'push_record',
      'push_record_facts',
      (n) =>
        pool.query(
          `insert into push_record (user_id, channel_id, plan_id, org_id, flow, city_code) values ($1, $2, $3, $4, 'full', '440305')`,
          [users[n % 1_000].id, world.channelIds[0], world.planId, world.orgId],
        ),
    ],
    ['visit', 'visit', 'visit_counted', (n) => addVisits(pool, world, n, 1)],
    ['1,000 registrations', '"user"', 'user_facts', () => addUsers(pool, world, 1_000), 1],
    ['1,000 visits', 'visit', 'visit_counted', (n) => addVisits(pool, world, n, 1_000), 1],
  ]
  const rows = []
  for (const [name, of, trigger, insert, times = turns] of statements) {
    const took = { disable: [], enable: [] }
    let n = 0
    for (let round = 0; round < rounds; round++)
      for (const way of round % 2 ? ['enable', 'disable'] : ['disable', 'enable']) {
        await pool.query(`alter table ${of} ${way} trigger ${trigger}`)
        await insert(n++)
        const ms = await durationOf(async () => {
          for (let time = 0; time < times; time++) await insert(n++)
        })
        took[way].push((ms * 1_000) / times)
      }
    await pool.query(`alter table ${of} enable trigger ${trigger}`)
    const [without, having] = [median(took.disable), median(took.enable)]
    rows.push([name, Math.round(without), Math.round(having), (having / without).toFixed(2)])
  }
  console.log(table(['in one statement', 'without facts, µs', 'with facts, µs', '×'], rows))
  const all = await durationOf(() => addUsers(pool, world, 100_001))
  console.log(`\n100,001 users in one statement: ${(all / 1_000).toFixed(1)} s`)
  await pool.query('truncate fact_delta, visitor_delta')
}

const addVisits = (pool, world, n, count) =>
  pool.query(
    `insert into visit (channel_id, page_id, user_agent_id, ip, visitor_id)
     select $1, 1, 2, '203.0.113.7', 'v' || $2::int || '-' || nth from generate_series(1, $3::int) nth`,
    [world.channelIds[n % world.channelIds.length], n, count],
  )
