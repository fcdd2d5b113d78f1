import { caller, upload } from '../import.mjs'
import { startOurs } from './apps.mjs'
import { signIn, withPool } from './databases.mjs'
import { durationOf, median } from './figures.mjs'
import { childrenCpuSeconds, cpuSeconds } from './machine.mjs'

const rows = 50_000
const rounds = 3
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Imports 50,000 leads into a million as a person does: upload, dry run, commit. One row in ten is a lead already.
 * @returns the seconds of each step, of PostgreSQL alone for the same rows, and CPU seconds of both processes
 */
export async function measureImport(cluster, database) {
  const app = await startOurs(cluster, database)
  try {
    const origin = app.page.replace('/api/user/page', '')
    const token = await signIn(cluster, database)
    const call = caller(origin, token)
    const measured = []
    for (let round = 0; round < rounds; round++) {
      const phones = Array.from({ length: rows }, (_, n) =>
        n % 10 === 9 ? 13_000_000_001 + n : 18_000_000_000 + round * rows + n,
      )
      const alone = await insertAlone(cluster, database, phones)
      const before = { app: cpuSeconds(app.pid), pg: childrenCpuSeconds(cluster.pid) }
      const steps = await importRows({ origin, token, call }, phones)
      measured.push({
        ...steps,
        alone,
        app: cpuSeconds(app.pid) - before.app,
        pg: childrenCpuSeconds(cluster.pid) - before.pg,
      })
    }
    const middle = (key) => median(measured.map((each) => each[key])).toFixed(1)
    const cpu = `CPU: service ${middle('app')}, PostgreSQL ${middle('pg')}`
    return [
      ['import of 50,000 leads, dry run', '', middle('checked')],
      ['import of 50,000 leads, all of it', '15', `${middle('all')} (${cpu})`],
      ['  the same leads by one INSERT alone', '', middle('alone')],
    ]
  } finally {
    await app.stop()
  }
}

async function importRows({ origin, token, call }, phones) {
  const lines = phones.map((phone, n) => `${phone},王${n % 7},深圳,,第 ${n % 11} 批`)
  const content = Buffer.from(['手机号,姓名,城市,线索池,备注', ...lines].join('\n'))
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const fileId = await upload(origin, token, content, 'leads.csv')
  const { id } = await call('POST', '/import/lead', { fileId })
  const { report } = await ended(call, id, 'checked')
  const checked = since()
  await call('POST', `/import/lead/${id}/commit`, {})
  await ended(call, id, 'done')
  if (report.new !== rows * 0.9) throw new Error(`The dry run found ${JSON.stringify(report)}`)
  return { checked, all: since() }
}

async function ended(call, id, as) {
  for (;;) {
    const task = await call('GET', `/import/lead/${id}`)
    if (task.status === as) return task
    if (task.status !== 'checking' && task.status !== 'committing')
      throw new Error(`The import ended as ${task.status}: ${task.problem}`)
    await sleep(50)
  }
}

/** The seconds of PostgreSQL for the leads and their first lines of history, rolled back. */
const insertAlone = (cluster, database, phones) =>
  withPool(cluster, database, async (pool) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const ms = await durationOf(() =>
        client.query(
          `with added as (
             insert into lead (phone, name, city_code, source, pool_id)
             select p, '王', '440300', 'import', (select id from lead_pool where kind = 'public') from unnest($1::text[]) p
             on conflict do nothing returning id, stage)
           insert into lead_event (lead_id, kind, from_stage, to_stage) select id, 'arrived', stage, stage from added`,
          [phones.map(String)],
        ),
      )
      await client.query('rollback')
      return ms / 1000
    } finally {
      client.release()
    }
  })
