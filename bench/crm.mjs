import { measureBeside } from './lib/crm-beside.mjs'
import { measureCalls } from './lib/crm-calls.mjs'
import { measureImport } from './lib/crm-import.mjs'
import { makeDue } from './lib/crm-world.mjs'
import { drop } from './lib/databases.mjs'
import { durationOf, table } from './lib/figures.mjs'

const small = { database: 'bench_crm_10k', leads: 10_000 }
const large = { database: 'bench_crm', leads: 1_000_000 }
const clients = 50
const due = 100_000
const rounds = Number(process.env.CRM_ROUNDS ?? 1_000)
const day = '2026-11-02'

/**
 * Measures, among a million leads: the calls of the page of leads; an import of 50,000; the return of 100,000 by the running service
 * beside calls, and by the job alone while follow-ups go on; giving out 10,000; and a thousand rounds of fifty claims of one lead. In
 * the end the counters agree.
 */
export async function run(cluster) {
  try {
    await measureCalls(cluster, [small, large])
    show(await measureImport(cluster, large.database))
    show(await measureBeside(cluster, large.database))
    show(await measureActs(cluster))
    console.log('\nThe plans are in .cache/bench/crm-plans.txt.')
  } finally {
    for (const { database } of [small, large]) await drop(cluster, database)
  }
}

const show = (rows) =>
  console.log(`\n${table([`of ${large.leads.toLocaleString('en')} leads`, 'target', 'measured, s'], rows)}`)

async function measureActs(cluster) {
  const load = (path) => import(`../apps/server/src/${path}`)
  const [{ createDb, createPool }, crm] = await Promise.all([load('platform/db/client.ts'), loadCrm(load)])
  const connection = cluster.connectionTo(large.database)
  const pool = createPool({ ...connection, max: clients, statement_timeout: 600_000 })
  const db = createDb(pool)
  try {
    await makeDue(pool, { count: due, at: new Date() })
    const rows = []
    const told = await followWhile(db, pool, crm, async () => {
      let returned
      const ms = await durationOf(async () => {
        returned = await crm.recycleLeads(db)
      })
      rows.push([`return ${returned.toLocaleString('en')} leads`, '60', (ms / 1000).toFixed(1)])
    })
    rows.push(['follow-ups meanwhile; leads that one lost', '0', `${told.followed}; ${told.lost}`])
    await pool.query(`update lead_pool set is_automatic = true where kind = 'team'`)
    const now = () => ({ day, moment: { day, weekday: 1, minute: 600 } })
    let given
    const ms = await durationOf(async () => {
      given = await crm.assignWaiting(db, now)
    })
    rows.push([`give out ${given.toLocaleString('en')} leads`, '', (ms / 1000).toFixed(1)])
    rows.push(await claimRounds(db, pool, crm))
    const wrong = await crm.findWrongCounts(db)
    rows.push(['counters that are wrong', '0', String(wrong.length)])
    return rows
  } finally {
    await pool.end()
  }
}

async function loadCrm(load) {
  const files = ['recycle', 'assign', 'take', 'work', 'check']
  return Object.assign({}, ...(await Promise.all(files.map((file) => load(`crm/${file}.ts`)))))
}

/** Follows up leads that are due while the work goes on. @returns how many, and how many of these left their holders all the same */
async function followWhile(db, pool, { followUp }, work) {
  let isOver = false
  const followed = []
  const told = { way: 'call', content: '-', result: 'reached', nextAt: null }
  const follow = async () => {
    while (!isOver) {
      const { rows } = await pool.query(
        'select id, salesman_id from lead where recycle_at <= now() offset floor(random() * 1000) limit 1',
      )
      if (!rows[0]) return
      const { id: leadId, salesman_id: salesmanId } = rows[0]
      await db
        .transaction()
        .execute((write) => followUp(write, { leadId, salesmanId, by: null, day, ...told }))
        .then(
          () => followed.push(leadId),
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
    'select count(*)::int as n from lead where id = any($1) and salesman_id is null',
    [followed],
  )
  return { followed: followed.length, lost: rows[0].n }
}

/** In each round all salesmen claim the same lead. */
async function claimRounds(db, pool, { claim }) {
  const salesmanIds = (await pool.query('select id from salesman order by id limit 50')).rows.map(
    ({ id }) => id,
  )
  const added = await pool.query(
    `insert into lead (phone, source, pool_id) select '1' || lpad((6000000000 + n)::text, 10, '0'), 'manual', p.id
     from generate_series(1, $1::int) n, lead_pool p where p.kind = 'public' returning id`,
    [rounds],
  )
  let right = 0
  const ms = await durationOf(async () => {
    for (const { id: leadId } of added.rows) {
      const answers = await Promise.all(
        salesmanIds.map((salesmanId) =>
          db
            .transaction()
            .execute((write) => claim(write, { leadId, salesmanId, by: null, day }))
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
