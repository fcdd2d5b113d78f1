import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { addOrg, amountsOf, inTransaction } from '#test/ledger'
import { runOnce } from '#test/run-jobs'
import { hold } from './holds.ts'
import { releaseJob } from './release-job.ts'

const app = startApp()

/** A push record of an organization, in this state. */
async function addPush(orgId: string, status: string): Promise<string> {
  const one = async (text: string, values: unknown[] = []) =>
    (await app.pool.query(`${text} returning id`, values)).rows[0].id
  const userId = await one(
    `insert into "user" (phone, flow) values ('139' || lpad((random() * 99999999)::int::text, 8, '0'), 'full')`,
  )
  const planId = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, gen_random_uuid()::text, 'full', 1, '2026-01-01')`,
    [orgId],
  )
  return one(
    `insert into push_record (user_id, org_id, plan_id, flow, status) values ($1, $2, $3, 'full', $4)`,
    [userId, orgId, planId, status],
  )
}

test('holds older than the setting are released, those of unknown pushes and younger ones stay', async () => {
  const orgId = await addOrg(app, 10_000)
  // The status that the engine gives to a push whose answer is not clear.
  await app.pool.query('alter table push_record drop constraint if exists push_record_status_check')
  const [pending, unknown] = [await addPush(orgId, 'pending'), await addPush(orgId, 'unknown')]
  const amounts = { [pending]: 1, [unknown]: 20, '9999999999999999999': 300, 'visitor:7': 4000 }
  for (const [id, amountFen] of Object.entries(amounts))
    await inTransaction(app.db, (write) => hold(write, { orgId, amountFen, ref: { kind: 'push', id } }))
  await app.set('ledger.holdHours', 5)
  await app.pool.query(
    `update hold set at = now() - interval '4 hours 59 minutes' where ref_id = 'visitor:7'`,
  )
  await app.pool.query(`update hold set at = now() - interval '5 hours 1 minute' where ref_id <> 'visitor:7'`)
  expect(await runOnce(app, releaseJob)).toEqual({ released: 2 })
  expect(await amountsOf(app, orgId)).toEqual({ balance: 10_000, held: 4020 })
  await app.set('ledger.holdHours', 4)
  expect(await runOnce(app, releaseJob)).toEqual({ released: 1 })
  expect(await runOnce(app, releaseJob)).toEqual({ released: 0 })
  expect(await amountsOf(app, orgId)).toEqual({ balance: 10_000, held: 20 })
})

test('more holds than one query finds are all released', async () => {
  const orgId = await addOrg(app, 10_000)
  await app.pool.query(`select hold_amount($1, 1, 'login', n::text) from generate_series(1, 1203) n`, [orgId])
  await app.pool.query(`update hold set at = now() - interval '800 hours'`)
  // Also the one of the unknown push of the test before, which stays.
  expect(await runOnce(app, releaseJob)).toEqual({ released: 1203 })
  expect(await amountsOf(app, orgId)).toEqual({ balance: 10_000, held: 0 })
})
