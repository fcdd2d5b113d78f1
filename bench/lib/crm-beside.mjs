import { caller } from '../import.mjs'
import { startOurs } from './apps.mjs'
import { makeDue, signInSalesman } from './crm-world.mjs'
import { signIn, withPool } from './databases.mjs'
import { quantile } from './figures.mjs'
import { childrenCpuSeconds, cpuSeconds } from './machine.mjs'

const due = 100_000
/** Until the leads are due: time to prepare them, to start the service, and to measure it at rest. */
const restSeconds = 75
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The job of the running service returns 100,000 leads, while persons go on with three kinds of calls, 20 ms apart each.
 * @returns rows of p95 before and meanwhile, and how long it took
 */
export const measureBeside = (cluster, database) =>
  withPool(cluster, database, async (pool) => {
    const at = new Date(Date.now() + restSeconds * 1000)
    await makeDue(pool, { count: due, at })
    const app = await startOurs(cluster, database)
    try {
      const world = { pool, ...(await worldOf(cluster, database, pool)) }
      const origin = app.page.replace('/api/user/page', '')
      const calls = callsOf(origin, world)
      await during(calls, sleep(5_000))
      const before = await during(calls, sleep(Math.max(15_000, at.getTime() - Date.now())))
      await untilLeft(pool, (left) => left < due)
      const cpu = () => [cpuSeconds(app.pid), childrenCpuSeconds(cluster.pid)]
      const [began, cpuBefore] = [performance.now(), cpu()]
      const meanwhile = await during(
        calls,
        untilLeft(pool, (left) => left === 0),
      )
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      const [ours, pg] = cpu().map((value, index) => (value - cpuBefore[index]).toFixed(1))
      return [
        [
          `return ${due.toLocaleString('en')} leads beside calls`,
          '60',
          `${seconds} (CPU: service ${ours}, PostgreSQL ${pg})`,
        ],
        ...Object.keys(calls).map((name) => {
          const [one, other] = [before, meanwhile].map(({ [name]: times }) => quantile(times, 0.95))
          const figure = `${one.toFixed(1)} → ${other.toFixed(1)} ms, ${(other / one).toFixed(2)} × (${meanwhile[name].length} calls)`
          return [`p95 of ${name}, before → meanwhile`, '2 ×', figure]
        }),
      ]
    } finally {
      await app.stop()
    }
  })

async function worldOf(cluster, database, pool) {
  const token = await signIn(cluster, database)
  const ids = async (where) =>
    (
      await pool.query(
        `select id from lead where closed_at is null and ${where} order by id desc limit 20000`,
      )
    ).rows.map(({ id }) => id)
  const tokens = []
  for (let nth = 11; nth <= 30; nth++) tokens.push(await signInSalesman(pool, nth))
  const publicPool = `pool_id = (select id from lead_pool where kind = 'public')`
  return {
    token,
    tokens,
    waiting: await ids(`salesman_id is null and ${publicPool}`),
    held: await ids(`salesman_id is not null and ${publicPool}`),
  }
}

function callsOf(origin, { token, tokens, waiting, held }) {
  const [boss, ...people] = [token, ...tokens].map((each) => caller(origin, each))
  let turn = 0
  const next = () => people[turn++ % people.length]
  const said = { way: 'call', content: '-', result: 'reached' }
  return {
    page: () => next()('POST', '/lead/page', { size: 20 }),
    claim: () => next()('POST', `/lead/${waiting.pop()}/claim`, {}),
    'follow-up': () => boss('POST', `/lead/${held.pop()}/follow-up`, said),
  }
}

/** The times of each kind of call until something has ended. */
async function during(calls, over) {
  let isOver = false
  const end = over.finally(() => {
    isOver = true
  })
  const times = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const own = []
      while (!isOver) {
        const began = performance.now()
        await call()
        own.push(performance.now() - began)
        await sleep(20)
      }
      return [name, own]
    }),
  )
  await end
  return Object.fromEntries(times)
}

async function untilLeft(pool, isSo) {
  for (;;) {
    const { rows } = await pool.query('select count(*)::int as n from lead where recycle_at <= now()')
    if (isSo(rows[0].n) && !(rows[0].n === due)) return
    await sleep(200)
  }
}
