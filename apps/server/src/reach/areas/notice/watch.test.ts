import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { addOrg } from '#test/ledger'
import { noticeTarget } from '#test/notice-world'
import { runOnce } from '#test/run-jobs'
import { noticeWatch } from './watch-job.ts'

const app = startApp()
const kinds = ['breakerOpen', 'deadDelivery', 'backupFailed', 'diskFull']
const toldOf = async () =>
  (await app.pool.query('select kind, title ->> 0 as title, link from notice order by id')).rows

test('what nobody sees happen is told once, until it was right again', async () => {
  const target = await noticeTarget(app, { kind: 'feishu', kinds })
  const watcher = await app.as('operation:page')
  const org = await addOrg(app)
  await app.pool.query(`insert into org_breaker (org_id, probe_at) values ($1, now())`, [org])
  await app.pool.query(
    `insert into backup_run (state, finished_at, failure) values ('failed', now(), 'disk')`,
  )
  await app.pool.query(
    `insert into delivery_count (day, target_id, n, kind, event, what) values
     ((now() at time zone 'Asia/Shanghai')::date, $1, 3, 'notice', 'lowBalance', 'dead')`,
    [target],
  )
  app.app.services.faults.meet('storage', 'the disk of the uploaded files is full')
  expect(await runOnce(app, noticeWatch)).toEqual({ told: 4 })
  const told = await toldOf()
  expect(told.map(({ kind }) => kind)).toEqual(kinds)
  expect(told[0]).toMatchObject({ link: { name: 'OrgList', query: { open: org } } })
  const messages = await app.pool.query('select 1 from message where admin_id = $1', [watcher.adminId])
  expect(messages.rows).toHaveLength(3)
  expect(await runOnce(app, noticeWatch)).toEqual({ told: 0 })
  await app.pool.query('delete from org_breaker')
  expect(await runOnce(app, noticeWatch)).toEqual({ told: 0 })
  await app.pool.query(`insert into org_breaker (org_id, probe_at) values ($1, now())`, [org])
  expect(await runOnce(app, noticeWatch)).toEqual({ told: 1 })
})
