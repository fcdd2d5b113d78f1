import { beforeAll, expect, test } from 'vitest'
import { gaugeGroups } from '#boot/registry'
import { startApp } from '../harness.ts'
import { plansOf } from '../plans.ts'

const app = startApp()
const rows = 100_000
let queue = ''

beforeAll(async () => {
  const client = await app.pool.connect()
  try {
    // Rows without what they refer to.
    await client.query('set session_replication_role = replica')
    const series = `from generate_series(1, ${rows}) n`
    await client.query(`insert into due_step (user_id, kind, due_at)
      select n, 'match', case when n % 1000 = 0 then now() else now() + interval '1 day' end ${series}`)
    await client.query(
      `insert into payment_due (kind, ref_id, due_at) select 'order', n, now() + interval '1 day' ${series}`,
    )
    await client.query(`insert into difference (kind, owner_id, item, ref, shown, gap, day, reconcile_id, status)
      select 'bill', 1, 'payment', n::text, 'x', 'amount', '2026-01-01', 1,
        case when n % 1000 = 0 then 'open' else 'gone' end ${series}`)
    await client.query(`insert into ledger_check (started_at, transfers, accounts, faults, sums_agree)
      select now(), 1, 1, '[]', true ${series}`)
    await client.query(`insert into backup_run (state, finished_at, size_bytes, row_count, file_count, missing_count)
      select 'done', now(), 1, 1, 1, 0 ${series}`)
    await client.query(`insert into pgboss.job (name, state, completed_on)
      select 'export', case when n % 1000 = 0 then 'created' else 'completed' end::pgboss.job_state, now() ${series}`)
    for (const table of ['due_step', 'payment_due', 'difference', 'ledger_check', 'backup_run', 'pgboss.job'])
      await client.query(`analyze ${table}`)
    const { rows: found } = await client.query(
      `select relname from pg_class where oid = (select tableoid from pgboss.job where name = 'export' limit 1)`,
    )
    queue = found[0].relname
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}, 120_000)

test.each(gaugeGroups.map((group) => [group.name, group] as const))(
  'the group %s reads no large table from end to end',
  async (_name, group) => {
    const plans = await plansOf(app.pool, (db) => group.read(db))
    expect(plans.length).toBeGreaterThan(0)
    const large = ['due_step', 'payment_due', 'difference', 'ledger_check', 'backup_run', queue]
    for (const plan of plans)
      expect(large.filter((table) => new RegExp(`Seq Scan on (\\w+\\.)?"?${table}\\b`).test(plan))).toEqual(
        [],
      )
  },
)

test('a group gives each of its gauges, and no other', async () => {
  for (const { gauges, read } of gaugeGroups)
    expect(Object.keys(await read(app.db)).sort()).toEqual(Object.keys(gauges).sort())
})
