import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { trialBalance } from '#ledger/trial-balance'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import type { RunningJobs } from '#platform/jobs/start'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { upload } from '#test/upload'
import { pushReturnListImport } from './list.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
let world: EngineWorld
let running: RunningJobs
beforeAll(async () => {
  world = await engineWorld(app)
  running = await runJobs(app, [importCheck([pushReturnListImport]), importCommit([pushReturnListImport])])
})
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.pool.query('delete from due_step')
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})
afterAll(async () => {
  await running.stop()
  await world.partner.stop()
})

const terms = { return_days: 7, return_reasons: ['空号', '重复'], is_return_reviewed: false }

interface Sent {
  id: string
  phone: string
  externalId: string
}

/** People whom an organization has accepted. */
async function accepted(
  code: string,
  count: number,
  plan: Record<string, unknown> = terms,
  people: string[] = [],
) {
  const { orgId } = await world.org({ code, plan })
  const engine = await world.start()
  const ids = people.length > 0 ? people : await world.people(count)
  await world.enter(ids)
  await world.settled()
  await engine.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  return {
    orgId,
    ids,
    pushes: await world.all<Sent>(
      `select p.id, u.phone, p.external_id as "externalId" from push_record p join "user" u on u.id = p.user_id
       where p.org_id = $1 and p.status = 'accepted' order by p.id`,
      orgId,
    ),
  }
}

async function sent(request: Awaited<ReturnType<typeof app.as>>, rows: string[]) {
  const content = ['推送编号或手机号,机构编码,退回原因', ...rows].join('\n')
  const file = await upload(app.app, request.token, 'import', [{ name: 'a.csv', content }])
  const { id } = (await request('POST', '/import/pushReturn', { fileId: file.data[0].id })).body.data
  const get = async () => (await request('GET', `/import/pushReturn/${id}`)).body.data
  const settled = async () => {
    await vi.waitFor(async () => expect((await get()).status).not.toMatch(/^(checking|committing)$/), {
      timeout: 40_000,
      interval: 50,
    })
    return get()
  }
  const checked = await settled()
  const commit = async () => {
    await request('POST', `/import/pushReturn/${id}/commit`)
    return settled()
  }
  return { checked, commit }
}

const returnsOf = (orgId: string) =>
  world.all(
    `select push_id as push, status, reason, asked_way as way, refund_fen::int as back from push_return
     where org_id = $1 order by push_id`,
    orgId,
  )

test('a list names people by push, request id, number of the organization or phone; each bad row is named with why', async () => {
  const request = await app.as('pushReturn:import', 'pushReturn:page')
  const good = await accepted('retlist', 6)
  const [byId, byRequest, byNumber, byPhone, wrongReason, lost] = good.pushes as [
    Sent,
    Sent,
    Sent,
    Sent,
    Sent,
    Sent,
  ]
  const [none] = (await accepted('retnone', 1, {})).pushes as [Sent]
  const late = await accepted('retlate', 1)
  await app.pool.query(`select make_partitions('push_record', now() - interval '40 days')`)
  const tooLate = await world.one<{ id: string }>(
    `insert into push_record (id, user_id, plan_id, org_id, flow, status, responded_at)
     select time_id(now() - interval '9 days'), user_id, plan_id, org_id, flow, 'accepted', now() - interval '8 days'
     from push_record where id = $1 returning id`,
    late.pushes[0]?.id,
  )
  await app.pool.query(`update push_record set status = 'rejected' where id = $1`, [lost.id])
  const { checked, commit } = await sent(request, [
    `${byId.id},,空号`,
    `p${byRequest.id},,重复`,
    `${byNumber.externalId},retlist,空号`,
    `${byPhone.phone.slice(0, 3)} ${byPhone.phone.slice(3)},,空号`,
    'p999999999999999999,,空号',
    `${lost.id},,空号`,
    `${none.id},,空号`,
    `${tooLate.id},,空号`,
    `${wrongReason.id},,不喜欢`,
    `${byId.phone},,空号`,
    `${byId.id},retnone,空号`,
    ',,空号',
    '9.12473E+17,,空号',
  ])
  const { rows, ...counts } = checked.report
  expect([checked.status, counts]).toEqual([
    'checked',
    {
      new: 4,
      unknown: 2,
      several: 0,
      asked: 0,
      notAccepted: 1,
      none: 1,
      late: 1,
      reason: 1,
      present: 1,
      repeated: 0,
      wrong: 2,
    },
  ])
  expect(
    rows.map(({ line, state, value, reason }: Record<string, unknown>) => [line, state, value, reason]),
  ).toEqual([
    [6, 'there', 'p999999999999999999', '没有此推送'],
    [7, 'there', lost.id, '推送未被接收'],
    [8, 'there', none.id, '计划未约定退回'],
    [9, 'there', tooLate.id, '已超过退回期限'],
    [10, 'there', wrongReason.id, '退回原因不在约定之内'],
    [11, 'there', `${byId.phone.slice(0, 3)}****${byId.phone.slice(-4)}`, '同一推送重复'],
    [12, 'there', byId.id, '没有此推送'],
    [13, 'wrong', '', expect.stringContaining('请填写此项')],
    [14, 'wrong', expect.stringContaining('****'), expect.any(String)],
  ])
  expect(await returnsOf(good.orgId)).toEqual([])
  expect((await commit()).result).toEqual({ added: 4, present: 0 })
  // Each waits for a review, although the plan has none.
  const asked = { status: 'asked', way: 'import', back: 0 }
  expect(await returnsOf(good.orgId)).toEqual([
    { push: byId.id, reason: '空号', ...asked },
    { push: byRequest.id, reason: '重复', ...asked },
    { push: byNumber.id, reason: '空号', ...asked },
    { push: byPhone.id, reason: '空号', ...asked },
  ])
  const again = await sent(request, [`${byId.id},,空号`, `${wrongReason.id},,重复`])
  expect(again.checked.report).toMatchObject({ new: 1, asked: 1 })
})

test('a phone with accepted pushes to two organizations needs the code of one, and a list reaches only the data scope', async () => {
  const first = await accepted('retone', 1)
  const second = await accepted('rettwo', 1, terms, first.ids)
  const [push] = first.pushes as [Sent]
  expect(second.pushes).toHaveLength(1)
  const all = await app.as('pushReturn:import', 'pushReturn:page')
  const { checked, commit } = await sent(all, [`${push.phone},,空号`, `${push.phone},rettwo,空号`])
  expect(checked.report).toMatchObject({ new: 1, several: 1 })
  // Two imports of one push ask once.
  const other = await app.as('pushReturn:import', 'pushReturn:page')
  const twin = await sent(other, [`${second.pushes[0]?.id},,空号`])
  const results = await Promise.all([commit(), twin.commit()])
  expect(results.map(({ result }) => result.added).toSorted()).toEqual([0, 1])
  expect(await returnsOf(second.orgId)).toHaveLength(1)
  const own = await app.as('pushReturn:import', 'pushReturn:page')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  expect((await sent(own, [`${push.id},,空号`])).checked.report).toMatchObject({ new: 0, unknown: 1 })
})
