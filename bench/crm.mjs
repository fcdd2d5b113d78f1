import { tsImport } from 'tsx/esm/api'
import { drop } from './lib/databases.mjs'
import { durationOf, table } from './lib/figures.mjs'

const database = 'bench_crm'
const clients = 50
const leads = 1_000_000
const salesmen = 200
const due = 100_000
const waiting = 10_000
const rounds = Number(process.env.CRM_ROUNDS ?? 1_000)
const day = '2026-11-02'

/**
 * Measures, among a million leads: how long it takes to return 100,000 to the pool while follow-ups go on, to give out 10,000, and a
 * thousand rounds of fifty claims of one lead; and that the counters agree afterwards.
 */
export async function run(cluster) {
  const load = (path) => tsImport(`../apps/server/src/${path}`, import.meta.url)
  const [{ openDb, openPool }, { migrate }, crm] = await Promise.all([
    load('db/client.ts'),
    load('db/migrate.ts'),
    loadCrm(load),
  ])
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const pool = openPool({ ...cluster.connectionTo(database), max: clients, statement_timeout: 600_000 })
  const db = openDb(pool)
  try {
    await migrate(db)
    const { poolId, salesmanIds } = await fill(pool)
    const rows = []
    const told = await followWhile(db, pool, crm, async () => {
      let returned
      const ms = await durationOf(async () => {
        returned = await crm.recycleLeads(db)
      })
      rows.push([`return ${returned.toLocaleString('en')} leads`, '60', (ms / 1000).toFixed(1)])
    })
    rows.push(['follow-ups meanwhile; leads that one lost', '0', `${told.followed}; ${told.lost}`])
    const now = () => ({ day, moment: { day, weekday: 1, minute: 600 } })
    let given
    const ms = await durationOf(async () => {
      given = await crm.assignWaiting(db, now)
    })
    rows.push([`give out ${given.toLocaleString('en')} leads`, '', (ms / 1000).toFixed(1)])
    rows.push(await claimRounds(db, pool, crm, { poolId, salesmanIds }))
    const wrong = await crm.findWrongCounts(db)
    rows.push(['counters that are wrong', '0', String(wrong.length)])
    console.log(table([`of ${leads.toLocaleString('en')} leads`, 'target', 'measured, s'], rows))
  } finally {
    await pool.end()
    await drop(cluster, database)
  }
}

async function loadCrm(load) {
  const files = ['recycle', 'assign', 'take', 'work', 'check']
  return Object.assign({}, ...(await Promise.all(files.map((file) => load(`crm/${file}.ts`)))))
}

/** 200 salesmen who hold 900,000 leads of the public pool, of which 100,000 are due, and an automatic pool with leads that wait. */
async function fill(pool) {
  await pool.query(
    `insert into admin (username, name, password_hash) select 'b-' || n, '销售' || n, '-' from generate_series(1, $1::int) n`,
    [salesmen],
  )
  await pool.query(
    `insert into sales_team (name) values ('一队');
     insert into salesman (admin_id, name, capacity, team_id)
       select a.id, a.name, 100000, t.id from admin a, sales_team t where a.username like 'b-%' order by a.id;
     update clue_pool set max_held = 100000, max_claims_per_day = 10000, cool_down_days = 0 where kind = 'public';
     insert into clue_pool (name, kind, team_id, max_held, is_automatic) select '一队', 'team', id, 100000, true from sales_team`,
  )
  await pool.query(
    `insert into clue (phone, source, pool_id, salesman_id, assigned_at, recycle_at, stage, arrived_at, city_code)
     select '1' || lpad((3000000000 + n)::text, 10, '0'), 'manual', p.id, s.id, now() - interval '7 days',
       case when n <= $1 then now() - n * interval '1 millisecond' else now() + (n % 7 + 2) * interval '1 day' end,
       (array['new', 'contacted', 'interested', 'applied'])[n % 4 + 1], now() - (n % 90) * interval '1 day', '440305'
     from generate_series(1, $2::int) n join (select id, row_number() over (order by id) as nth from salesman) s
       on s.nth = n % $3::int + 1, clue_pool p where p.kind = 'public'`,
    [due, leads - waiting - rounds, salesmen],
  )
  await pool.query(
    `insert into clue (phone, source, pool_id) select '1' || lpad((5000000000 + n)::text, 10, '0'), 'manual', p.id
     from generate_series(1, $1::int) n, clue_pool p where p.kind = 'team'`,
    [waiting],
  )
  await pool.query(
    `insert into clue_pool_use (salesman_id, pool_id, held)
       select salesman_id, pool_id, count(*) from clue where salesman_id is not null group by 1, 2;
     update salesman s set held = (select sum(held) from clue_pool_use u where u.salesman_id = s.id);
     analyze`,
  )
  const ids = await pool.query('select id from salesman order by id limit 50')
  const publicPool = await pool.query(`select id from clue_pool where kind = 'public'`)
  return { poolId: publicPool.rows[0].id, salesmanIds: ids.rows.map(({ id }) => id) }
}

/** Follows up leads that are due while the work goes on. @returns how many, and how many of these left their holders all the same */
async function followWhile(db, pool, { followUp }, work) {
  let isOver = false
  const followed = []
  const told = { way: 'call', content: '-', result: 'reached', nextAt: null }
  const follow = async () => {
    while (!isOver) {
      const { rows } = await pool.query(
        'select id, salesman_id from clue where recycle_at <= now() offset floor(random() * 1000) limit 1',
      )
      if (!rows[0]) return
      const { id: clueId, salesman_id: salesmanId } = rows[0]
      await db
        .transaction()
        .execute((write) => followUp(write, { clueId, salesmanId, by: null, day, ...told }))
        .then(
          () => followed.push(clueId),
          (error) => {
            if (error.words !== 'leadMoved') throw error
          },
        )
    }
  }
  const following = Array.from({ length: 4 }, follow)
  await work()
  isOver = true
  await Promise.all(following)
  const { rows } = await pool.query(
    'select count(*)::int as n from clue where id = any($1) and salesman_id is null',
    [followed],
  )
  return { followed: followed.length, lost: rows[0].n }
}

/** In each round all salesmen claim the same lead. */
async function claimRounds(db, pool, { claim }, { poolId, salesmanIds }) {
  const added = await pool.query(
    `insert into clue (phone, source, pool_id) select '1' || lpad((6000000000 + n)::text, 10, '0'), 'manual', $1
     from generate_series(1, $2::int) n returning id`,
    [poolId, rounds],
  )
  let right = 0
  const ms = await durationOf(async () => {
    for (const { id: clueId } of added.rows) {
      const answers = await Promise.all(
        salesmanIds.map((salesmanId) =>
          db
            .transaction()
            .execute((write) => claim(write, { clueId, salesmanId, by: null, day }))
            .then(
              () => 'won',
              ({ words }) => words,
            ),
        ),
      )
      const won = answers.filter((answer) => answer === 'won').length
      if (won === 1 && answers.every((answer) => answer === 'won' || answer === 'takenByAnother')) right++
    }
  })
  return [
    `rounds of ${salesmanIds.length} claims: ${right} with one winner`,
    String(rounds),
    (ms / 1000).toFixed(1),
  ]
}
