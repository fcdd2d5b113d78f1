import type { ImportTask } from '@kabao/contract/kernel/import'
import { checkDigit } from '@kabao/contract/kernel/personal'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { fold } from '#statistics/fold'
import { userListImport } from '#users/areas/user/import/list'
import { type EngineWorld, engineWorld } from './engine-world.ts'
import { startApp } from './harness.ts'
import { newChannel, newPhone, type TestPartner } from './open-caller.ts'
import { runTry } from './run-jobs.ts'
import { upload } from './upload.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
type Requester = Awaited<ReturnType<typeof app.as>>
let world: EngineWorld
let channel: TestPartner
let code: string
let admin: Requester
beforeAll(async () => {
  world = await engineWorld(app)
  channel = await newChannel(app, { dailyCap: 3 })
  code = (await app.pool.query('select code from channel where id = $1', [channel.id])).rows[0].code
  admin = await app.as('user:import', 'user:page')
})
afterAll(async () => {
  await world.stop()
  await world.partner.stop()
})

const titles =
  '手机号,姓名,身份证号,性别,所在地区,渠道,流程,月收入,信用分,房产,车辆,社保,公积金,注册时间,是否同意,同意内容,同意时间'
const consent = '是,同意接收权益信息,2025-03-01 10:00'
const line = (
  phone: string,
  { of = code, id = '', flow = '', profile = ',,,,,', at = '', agreed = consent } = {},
) => `${phone},张三,${id},男,深圳市,${of},${flow},${profile},${at},${agreed}`

/** Twelve valid id numbers that are masked alike. */
function idsOfOneMask(): string[] {
  const found: string[] = []
  for (let day = 0; found.length < 12; day++) {
    const birthday = new Date(Date.UTC(1980, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '')
    const id = `110101${birthday}123`
    if (checkDigit(id) === '5') found.push(`${id}5`)
  }
  return found
}

async function sent(request: Requester, lines: readonly string[]): Promise<ImportTask> {
  const content = [titles, ...lines].join('\n')
  const file = await upload(app.app, request.token, 'import', [{ name: 'users.csv', content }])
  const { body } = await request('POST', '/import/user', { fileId: file.data[0].id })
  expect(body).toMatchObject({ code: '0000' })
  await runTry(app, importCheck([userListImport]), { id: body.data.id })
  return (await request('GET', `/import/user/${body.data.id}`)).body.data
}
async function confirmed(request: Requester, { id }: ImportTask): Promise<ImportTask> {
  expect((await request('POST', `/import/user/${id}/commit`)).body.code).toBe('0000')
  await runTry(app, importCommit([userListImport]), { id })
  return (await request('GET', `/import/user/${id}`)).body.data
}
const usersWith = async (phones: readonly string[]) =>
  (await app.pool.query('select * from "user" where phone = any($1) order by phone', [phones])).rows
const count = async (text: string, ids: readonly string[]) =>
  (await app.pool.query(`select count(*)::int as n from ${text} = any($1)`, [ids])).rows[0].n

test('people are checked as at the door: phone, blacklist, consent, channel and its flow', async () => {
  const phones = Array.from({ length: 12 }, newPhone)
  const known = (await channel.call('POST', '/user', { phone: phones[0] })).body.data.id
  await app.pool.query(`insert into blacklist (kind, value) values ('phone', $1)`, [phones[1]])
  const task = await sent(admin, [
    ...[line(phones[0] as string), line(phones[1] as string), line('123')],
    line(phones[2] as string, { of: 'nobody' }),
    line(phones[3] as string, { flow: '半流程' }),
    line(phones[4] as string, { agreed: '否,x,2025-03-01' }),
    line(phones[5] as string, { agreed: '是,,2025-03-01' }),
    line(phones[6] as string, { agreed: '是,x,2999-01-01' }),
    line(phones[7] as string, { id: '110101199003070021' }),
    line(` +86 ${phones[8]}`, { flow: '全流程', at: '2024-05-01 08:00', id: '11010119900307002X' }),
    line(phones[8] as string),
  ])
  const { rows, ...counts } = task.report as NonNullable<ImportTask['report']>
  expect(counts).toEqual({
    new: 1,
    present: 1,
    blacklisted: 1,
    noChannel: 1,
    otherFlow: 1,
    repeated: 1,
    wrong: 5,
  })
  expect(rows.filter(({ state }) => state === 'wrong').map(({ wrong }) => wrong[0]?.problem)).toEqual([
    '请输入 11 位手机号',
    '只能导入已同意的人',
    '请填写此项',
    '时间不能晚于现在',
    '请输入正确的 18 位身份证号',
  ])
  expect(JSON.stringify(task)).not.toContain(phones[2])

  expect((await confirmed(admin, task)).result).toEqual({ added: 1, present: 0 })
  const [user] = await usersWith([phones[8] as string])
  expect(user).toMatchObject({
    name: '张三',
    gender: 'male',
    city_code: '440300',
    channel_id: channel.id,
    flow: 'full',
    source: 'import',
    status: 'registered',
    birthday: '1990-03-07',
    created_by: admin.adminId,
  })
  expect(user.created_at.toISOString?.() ?? new Date(user.created_at).toISOString()).toBe(
    '2024-05-01T00:00:00.000Z',
  )
  expect(app.vault.open(user.id_number_sealed, 'user.idNumber')).toBe('11010119900307002X')
  const [door] = await usersWith([phones[0] as string])
  expect(door).toMatchObject({ id: known, source: 'channel', name: null })

  // The timeline has the import when it was made, not on the day that the file names.
  const timeline = async () =>
    (await (await app.as('user:timeline'))('POST', `/user/${user.id}/timeline`, {})).body.data.events
  const { rows: named } = await app.pool.query('select name from admin where id = $1', [admin.adminId])
  const [imported, ...others] = await timeline()
  expect(others).toEqual([])
  expect(imported).toMatchObject({ kind: 'imported', importId: task.id, by: named[0].name })
  expect(Date.now() - Date.parse(imported.at)).toBeLessThan(600_000)

  const { body } = await admin('GET', `/user/${user.id}`)
  expect(body.data).toMatchObject({ source: 'import', consentText: '同意接收权益信息' })
  const page = await admin('POST', '/user/page', { source: 'import', channelId: channel.id })
  expect(page.body.data.records.map(({ id }: { id: string }) => id)).toEqual([user.id])
})

test('a channel brought none of them: nothing is owed, no step, no use of its cap, no registration', async () => {
  const phones = Array.from({ length: 40 }, newPhone)
  /** What the channel is owed for, and how much of its daily cap it has used. */
  const owed = async () =>
    (
      await app.pool.query(
        `select (select count(*)::int from channel_result_new where channel_id = $1) as fresh,
           (select count(*)::int from channel_result where channel_id = $1) as kept,
           (select coalesce(jsonb_agg(u), '[]') from open_day_use u where channel_id = $1) as used`,
        [channel.id],
      )
    ).rows[0]
  const before = await owed()
  const task = await sent(
    admin,
    phones.map((phone) => line(phone)),
  )
  expect((await confirmed(admin, task)).result).toEqual({ added: 40, present: 0 })
  const ids = (await usersWith(phones)).map(({ id }) => id)
  expect(await owed()).toEqual(before)
  expect(await count('due_step where user_id', ids)).toBe(0)
  expect(await count('lead_candidate where user_id', ids)).toBe(0)
  const { rows } = await app.pool.query(
    'select kind, count(*)::int as n from fact where user_id = any($1) group by kind',
    [ids],
  )
  expect(rows).toEqual([{ kind: 'imported', n: 40 }])
  await fold(app.db)
  const { rows: sums } = await app.pool.query(
    `select sum(registrations)::int as registrations, sum(imported_users)::int as imported from roll_up
     where way = 'day' and grain = 'channel' and channel_id = $1`,
    [channel.id],
  )
  // One came through the door in the test above, and one was imported there.
  expect(sums).toEqual([{ registrations: 1, imported: 41 }])

  // Whoever registers again stays who they are, and a channel that completes the profile does not send them on.
  const [{ id }] = await usersWith([phones[0] as string])
  const again = await channel.call('POST', '/user', { phone: phones[0] })
  expect(again.body.data).toEqual({ id, isNew: false })
  const profile = {
    idNumber: '11010119900307002X',
    incomeBand: 'from5kTo10k',
    creditBand: 'above700',
    house: true,
    car: false,
    socialInsurance: true,
    housingFund: false,
  }
  const completed = await channel.call('PUT', `/user/${id}/profile`, profile)
  expect(completed.body.data.missing).toEqual([])
  expect((await usersWith([phones[0] as string]))[0].status).toBe('profiled')
  expect(await count('due_step where user_id', ids)).toBe(0)
  expect(await count(`fact where kind = 'profile' and user_id`, ids)).toBe(0)
})

test('offers for them are not looked for, until they are another channel’s registration', async () => {
  const half = await newChannel(app, { flow: 'half' })
  const { rows } = await app.pool.query('select code from channel where id = $1', [half.id])
  const phone = newPhone()
  await confirmed(admin, await sent(admin, [line(phone, { of: rows[0].code, flow: '半流程' })]))
  const [{ id }] = await usersWith([phone])
  expect((await half.call('GET', `/user/${id}/offers`)).body.data).toEqual({ status: 'none', offers: [] })
  expect(await count('due_step where user_id', [id])).toBe(0)
  await app.pool.query(`update "user" set created_at = now() - interval '31 days' where id = $1`, [id])
  const other = await newChannel(app)
  expect((await other.call('POST', '/user', { phone })).body.data).toEqual({ id, isNew: false })
  expect(await usersWith([phone])).toMatchObject([{ source: 'channel', channel_id: other.id }])
  const request = await app.as('user:timeline')
  const { events } = (await request('POST', `/user/${id}/timeline`, {})).body.data
  const kinds = events.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('imported')
  expect(kinds).toContain('registered')
  expect(await count('due_step where user_id', [id])).toBe(1)
  await app.pool.query('delete from due_step where user_id = $1', [id])
})

test('id numbers of one mask that many people could have are refused, as phones are', async () => {
  const guesser = await app.as('user:import')
  const numbers = idsOfOneMask()
  const task = await sent(
    guesser,
    numbers.map((id) => line(newPhone(), { id })),
  )
  expect([task.status, task.problem]).toEqual(['failed', expect.any(String)])
  expect(task.report).toBeNull()
})

test('a phone that the door and an import add at once is one user, of the one that was first', async () => {
  const open = await newChannel(app)
  const phones = Array.from({ length: 60 }, newPhone)
  const task = await sent(
    admin,
    [...phones].reverse().map((phone) => line(phone)),
  )
  expect(task.report).toMatchObject({ new: 60 })
  const [done, ...answers] = await Promise.all([
    confirmed(admin, task),
    ...phones.map((phone) => open.call('POST', '/user', { phone })),
  ])
  const users = await usersWith(phones)
  expect(users).toHaveLength(60)
  const imported = users.filter(({ source }) => source === 'import')
  expect(done.result).toEqual({ added: imported.length, present: 60 - imported.length })
  for (const [nth, { code: answer, body }] of answers.entries()) {
    const user = users.find(({ phone }) => phone === phones[nth])
    if (user.source === 'import') expect([answer, user.channel_id]).toEqual(['4090', channel.id])
    else expect([body.data, user.channel_id]).toEqual([{ id: user.id, isNew: true }, open.id])
  }
})

test('an administrator with a data scope imports into channels of their own', async () => {
  const own = await app.as('user:import')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  const mine = await newChannel(app)
  const { rows } = await app.pool.query('update channel set owner_id = $1 where id = $2 returning code', [
    own.adminId,
    mine.id,
  ])
  const task = await sent(own, [line(newPhone()), line(newPhone(), { of: rows[0].code })])
  expect(task.report).toMatchObject({ new: 1, noChannel: 1 })
})

const whole = { id: '11010119900307002X', profile: '5 千–1 万元,600–650,有,无,有,有' }

test('a push plan whose audience has them sends them on', async () => {
  const phone = newPhone()
  await confirmed(admin, await sent(admin, [line(phone, whole)]))
  const [{ id: userId, status }] = await usersWith([phone])
  expect([status, await count('due_step where user_id', [userId])]).toEqual(['profiled', 0])
  const { planId } = await world.org({ code: 'imported1', plan: { city_codes: ['440300'] } })
  await world.start({ runnerMs: 20 })
  const request = await app.as('pushPlan:page', 'pushPlan:create', 'pushPlan:schedule')
  const audience = { planId, channelId: channel.id, sources: ['import'] }
  const sized = async (of: object) => (await request('POST', '/plan/push/audience', of)).body.data.count
  // Without being chosen, they belong to no audience.
  const of = (source: string) =>
    count(`"user" where flow = 'full' and status <> 'deleted' and source = '${source}' and channel_id`, [
      channel.id,
    ])
  expect(await sized({ planId, channelId: channel.id })).toBe(await of('channel'))
  expect(await sized(audience)).toBe(await of('import'))
  const body = { ...audience, name: '导入用户', schedule: 'now', perMinute: 6_000 }
  const plan = (await request('POST', '/plan/push', body)).body.data
  expect((await request('POST', `/plan/push/${plan.id}/schedule`, { version: plan.version })).body.code).toBe(
    '0000',
  )
  await vi.waitFor(async () => expect(await count('push_record where user_id', [userId])).toBe(1), {
    timeout: 30_000,
    interval: 100,
  })
})

test('what a deleted person consented to is deleted too', async () => {
  const phone = newPhone()
  await confirmed(admin, await sent(admin, [line(phone)]))
  const [{ id }] = await usersWith([phone])
  expect(await count('user_consent where user_id', [id])).toBe(1)
  const remover = await app.as('user:delete')
  expect((await remover('DELETE', `/user/${id}`)).body.code).toBe('0000')
  expect(await count('user_consent where user_id', [id])).toBe(0)
})
