import { beforeAll, expect, test } from 'vitest'
import { crmWorld } from '#test/crm-world'
import { secret, startApp } from '#test/harness'
import { findWrongCounts } from '../../wrong-counts.ts'

const app = startApp()
const { newPool, newLeads, newSalesman, leadOf, one } = crmWorld(app)

const points = ['page', 'create', 'update', 'reveal', 'copy', 'claim', 'assign', 'transfer', 'release']
  .concat('protect', 'followUp', 'convert', 'invalidate', 'export', 'merge')
  .map((act) => `lead:${act}`)

/** Somebody with the data scope `own` who is a salesman. */
async function salesperson(given: Parameters<typeof newSalesman>[0] = {}) {
  const request = await app.as(...points)
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  const salesmanId = await one('salesman', {
    admin_id: request.adminId,
    name: `S${request.adminId}`,
    ...given,
  })
  return Object.assign(request, { salesmanId })
}
type Person = Awaited<ReturnType<typeof salesperson>>

let pool: Awaited<ReturnType<typeof newPool>>
let me: Person
let mate: Person
let boss: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  pool = await newPool({ cool_down_days: 0, lock_minutes: 0 })
  me = await salesperson({ team_id: pool.teamId })
  mate = await salesperson({ team_id: pool.teamId })
  boss = await app.as(...points)
})

const dataOf = async (answer: ReturnType<Person>) => {
  const { body } = await answer
  expect(body, body.desc).toMatchObject({ code: '0000' })
  return body.data
}
const lead = async (count = 1) => (await newLeads(pool.poolId, count)) as [string, ...string[]]
const mine = async (who = me) => {
  const [id] = await lead()
  await dataOf(who('POST', `/lead/${id}/claim`, {}))
  return id
}
const said = { way: 'call', content: '已联系', result: 'reached' }

test('a salesperson sees the own leads and what waits in the pools; the others are not there at all', async () => {
  const own = await mine()
  const theirs = await mine(mate)
  const [waiting] = await lead()
  const { records } = await dataOf(me('POST', '/lead/page', { poolId: pool.poolId, size: 200 }))
  const ids = records.map(({ id }: { id: string }) => id)
  expect([ids.includes(own), ids.includes(waiting), ids.includes(theirs)]).toEqual([true, true, false])
  expect((await me('GET', `/lead/${theirs}`)).body.code).toBe('4040')
  for (const act of [
    'claim',
    'release',
    'protect',
    'follow-up',
    'convert',
    'invalidate',
    'reveal',
    'copy',
    'timeline',
  ])
    expect([act, (await me('POST', `/lead/${theirs}/${act}`, bodyOf(act))).body.code]).toEqual([act, '4040'])
  expect((await dataOf(boss('GET', `/lead/${theirs}`))).salesmanId).toBe(mate.salesmanId)
})
const bodyOf = (act: string) =>
  act === 'follow-up'
    ? said
    : ['release', 'protect', 'convert', 'invalidate', 'reveal'].includes(act)
      ? { reason: 'x' }
      : {}

test('what a pool hides is not shown, not found by a filter, not revealed and not exported until the lead is claimed', async () => {
  const hiding = await newPool({ hidden_fields: ['name', 'phone'] })
  await app.pool.query('update salesman set team_id = $1 where id = $2', [hiding.teamId, mate.salesmanId])
  const [id] = (await newLeads(hiding.poolId, 1)) as [string]
  const { phone } = await leadOf(id)
  secret(phone)
  const shown = await dataOf(mate('GET', `/lead/${id}`))
  expect(shown).toMatchObject({ phone: null, name: null, hidden: ['name', 'phone'] })
  expect((await dataOf(mate('POST', '/lead/page', { phone }))).records).toEqual([])
  expect((await mate('POST', `/lead/${id}/reveal`, { reason: 'x' })).body.code).toBe('4090')
  expect((await dataOf(boss('GET', `/lead/${id}`))).phone).toMatch(/^\d{3}\*{4}\d{4}$/)
  expect((await dataOf(mate('POST', `/lead/${id}/claim`, {}))).phone).toMatch(/^\d{3}\*{4}\d{4}$/)
  expect((await dataOf(mate('POST', '/lead/page', { phone }))).records).toHaveLength(1)
  await app.pool.query('update salesman set team_id = $1 where id = $2', [pool.teamId, mate.salesmanId])
})

test('filters find by place, stage, source, region, name and phone', async () => {
  const [id] = (await newLeads(pool.poolId, 1, { source: 'open', cityCode: '441900' })) as [string]
  await app.pool.query(`update lead set name = '欧阳锋' where id = $1`, [id])
  const { phone } = await leadOf(id)
  const own = await mine()
  const found = async (filter: object) =>
    (await dataOf(boss('POST', '/lead/page', { poolId: pool.poolId, size: 200, ...filter }))).records.map(
      (row: { id: string }) => row.id,
    )
  for (const filter of [
    { place: 'waiting' },
    { stage: 'new' },
    { source: 'open' },
    { cityCode: '440000' },
    { cityCode: '441900' },
    { name: '欧阳锋' },
    { name: '欧' },
    { phone },
    { phone: phone.slice(-4) },
    { phone: phone.slice(0, 3) },
  ])
    expect([filter, (await found(filter)).includes(id)]).toEqual([filter, true])
  for (const filter of [
    { place: 'held' },
    { place: 'closed' },
    { source: 'manual' },
    { cityCode: '110000' },
    { due: 'overdue' },
  ])
    expect([filter, (await found(filter)).includes(id)]).toEqual([filter, false])
  expect(await found({ place: 'held', salesmanId: me.salesmanId })).toContain(own)
  expect(
    (await dataOf(me('POST', '/lead/page', { mine: true }))).records.every(
      (row: { isMine: boolean }) => row.isMine,
    ),
  ).toBe(true)
})

test('the same phone is one lead, however often it is added by hand', async () => {
  const phone = '13900001111'
  const added = await Promise.all(
    Array.from({ length: 5 }, () =>
      me('POST', '/lead', { phone, name: '张三', poolId: pool.poolId, claim: true }),
    ),
  )
  const ids = new Set(added.map(({ body }) => body.data.id))
  expect([ids.size, added.filter(({ body }) => body.data.isNew).length]).toEqual([1, 1])
  expect(await dataOf(me('GET', `/lead/${[...ids][0]}`))).toMatchObject({
    phone: '139****1111',
    name: '张*',
    isMine: true,
  })
  const elsewhere = await newPool()
  const refused = await me('POST', '/lead', { phone: '13900001112', poolId: elsewhere.poolId })
  expect(refused.body).toMatchObject({ code: '4000', data: { fields: { poolId: expect.any(String) } } })
})

test('an edited lead keeps the name and the numbers that were shown masked', async () => {
  const id = await mine()
  await app.pool.query(`update lead set name = '王小明', remark = '电话 13811112222' where id = $1`, [id])
  const { version, name, remark } = await dataOf(me('GET', `/lead/${id}`))
  expect([name, remark]).toEqual(['王**', '电话 138****2222'])
  const body = { id, version, name, cityCode: '110100', remark: `${remark}，周末` }
  expect(await dataOf(me('PUT', '/lead', body))).toMatchObject({ name: '王**', cityName: '北京市' })
  expect(await leadOf(id)).toMatchObject({ name: '王小明', remark: '电话 13811112222，周末' })
  expect((await me('PUT', '/lead', body)).body.code).toBe('4090')
})

test('a phone is revealed with a reason, counted in the limit of the day, written to the audit log, and copied only then', async () => {
  const id = await mine()
  await app.set('crm.revealsPerDay', 2)
  expect((await me('POST', `/lead/${id}/copy`)).body.code).toBe('4090')
  expect((await me('POST', `/lead/${id}/reveal`, { reason: ' ' })).body.data.fields).toHaveProperty('reason')
  const shown = await dataOf(me('POST', `/lead/${id}/reveal`, { reason: '首次联系' }))
  expect(shown).toEqual({ phone: secret((await leadOf(id)).phone), name: null, left: 1 })
  await dataOf(me('POST', `/lead/${id}/copy`))
  await dataOf(me('POST', `/lead/${id}/reveal`, { reason: '再次联系' }))
  const refused = await me('POST', `/lead/${id}/reveal`, { reason: '第三次' }, 'en-US')
  expect(refused.body).toMatchObject({
    code: '4290',
    desc: expect.stringContaining('2 reveals'),
    data: { opensAt: expect.stringMatching(/T16:00:00\.000Z$/) },
  })
  expect((await dataOf(me('GET', `/lead/${id}`))).revealsLeft).toBe(0)
  await app.set('crm.revealsPerDay', null)
  const { rows } = await app.pool.query(
    `select point, result from audit_log where admin_id = $1 and point in ('lead:reveal', 'lead:copy') and target_id = $2 and result = 'done' order by id`,
    [me.adminId, id],
  )
  expect(rows.map(({ point }) => point)).toEqual(['lead:reveal', 'lead:copy', 'lead:reveal'])
  const { events } = await dataOf(me('POST', `/lead/${id}/timeline`, {}))
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['revealed', 'revealed', 'event', 'event'])
})

test('twenty reveals at once do not pass the limit by one', async () => {
  await app.set('crm.revealsPerDay', 5)
  const id = await mine(mate)
  const all = await Promise.all(
    Array.from({ length: 20 }, () => mate('POST', `/lead/${id}/reveal`, { reason: 'x' })),
  )
  expect(all.filter(({ body }) => body.code === '0000')).toHaveLength(5)
  await app.set('crm.revealsPerDay', null)
})

test('a lead goes through its stages to the end, and its timeline tells it in order, page by page', async () => {
  const id = await mine()
  const nextAt = new Date(Date.now() + 86_400_000).toISOString()
  expect(await dataOf(me('POST', `/lead/${id}/follow-up`, { ...said, nextAt }))).toMatchObject({
    stage: 'contacted',
    nextFollowAt: nextAt,
    firstContactDueAt: null,
    followUpCount: 1,
  })
  const past = await me('POST', `/lead/${id}/follow-up`, { ...said, nextAt: '2020-01-01T00:00:00.000Z' })
  expect(past.body.data.fields).toHaveProperty('nextAt')
  expect((await dataOf(me('POST', `/lead/${id}/stage`, { stage: 'interested' }))).stage).toBe('interested')
  await dataOf(me('POST', `/lead/${id}/protect`, { reason: '等资料' }))
  expect((await me('POST', `/lead/${id}/protect`, { reason: '等资料' })).body.code).toBe('4090')
  const won = await dataOf(me('POST', `/lead/${id}/convert`, { reason: '成交' }))
  expect(won).toMatchObject({ stage: 'converted', can: { claim: false, work: false, assign: false } })
  expect((await me('POST', `/lead/${id}/follow-up`, said)).body.code).toBe('4090')
  const first = await dataOf(me('POST', `/lead/${id}/timeline`, { size: 3 }))
  const rest = await dataOf(me('POST', `/lead/${id}/timeline`, { size: 9, before: first.next }))
  const kinds = [...first.events, ...rest.events].map(
    (each: { kind: string; event?: string }) => each.event ?? each.kind,
  )
  expect(kinds).toEqual(['converted', 'protected', 'stage', 'followUp', 'claimed', 'arrived'])
  expect(rest.next).toBeNull()
})

test('a lead is given within the team, by its salesperson or who heads the team, and by others not', async () => {
  const id = await mine()
  const stranger = await newSalesman()
  const give = (who: Person | typeof boss, salesmanId: string) =>
    who('POST', `/lead/${id}/transfer`, { fromId: me.salesmanId, salesmanId, reason: '换人' })
  expect((await give(me, stranger)).body.data.fields).toHaveProperty('salesmanId')
  expect((await give(mate, mate.salesmanId)).body.code).toBe('4040')
  const given = await dataOf(give(me, mate.salesmanId))
  expect(given).toMatchObject({ salesmanId: mate.salesmanId, isMine: false, can: { work: false } })
  expect((await me('GET', `/lead/${id}`)).body.code).toBe('4040')
  await app.pool.query('update sales_team set head_id = $1 where id = $2', [me.salesmanId, pool.teamId])
  expect(await dataOf(me('GET', `/lead/${id}`))).toMatchObject({ can: { work: true, assign: true } })
  await app.pool.query('update sales_team set head_id = null where id = $1', [pool.teamId])
})

test('of several leads those are done that can be, and each other says why', async () => {
  const [one, two, taken] = (await lead(3)) as [string, string, string]
  await dataOf(mate('POST', `/lead/${taken}/claim`, {}))
  const ids = [one, two, taken]
  const claimed = await dataOf(me('POST', '/lead/batch/claim', { ids }))
  expect(claimed).toMatchObject({ done: 2, refused: [{ id: taken }] })
  const released = await dataOf(me('POST', '/lead/batch/release', { ids, reason: '不合适' }))
  expect(released).toMatchObject({ done: 2, refused: [{ id: taken, reason: expect.any(String) }] })
  const assigned = await dataOf(boss('POST', '/lead/batch/assign', { ids, salesmanId: mate.salesmanId }))
  expect(assigned).toMatchObject({ done: 2, refused: [{ id: taken, reason: '这条线索已被他人领取' }] })
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('the board reads one column card by card, and says how many there are', async () => {
  const there = await newPool()
  const ids = await newLeads(there.poolId, 25)
  const read = (body: object) =>
    dataOf(boss('POST', '/lead/board', { stage: 'new', poolId: there.poolId, size: 10, ...body }))
  const seen: string[] = []
  let after: object | undefined
  for (let part = 0; part < 3; part++) {
    const { cards, next, total } = await read(after ? { after } : {})
    expect(total).toBe(part === 0 ? 25 : null)
    seen.push(...cards.map(({ id }: { id: string }) => id))
    after = next
  }
  expect([after, seen.toSorted()]).toEqual([null, ids.toSorted()])
  expect((await dataOf(boss('GET', '/lead/counts'))).new).toBeGreaterThanOrEqual(25)
})

test('an account that is no salesperson sees nothing with the data scope own, and cannot claim', async () => {
  const request = await app.as(...points)
  const [id] = await lead()
  expect((await request('POST', `/lead/${id}/claim`, {}, 'en-US')).body).toMatchObject({
    code: '4090',
    desc: expect.stringContaining('not that of a salesperson'),
  })
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  expect((await dataOf(request('POST', '/lead/page', {}))).total).toBe(0)
  expect(await dataOf(request('GET', '/lead/counts'))).toMatchObject({ new: 0, waiting: 0, mine: 0 })
})

test('two leads of one person are merged field by field, show both histories, and are parted again', async () => {
  const id = await mine()
  const other = await mine()
  await app.pool.query(`update lead set name = '陈先生' where id = $1`, [other])
  await dataOf(me('POST', `/lead/${other}/follow-up`, said))
  const merged = await dataOf(me('POST', `/lead/${id}/merge`, { otherId: other, fields: ['name'] }))
  expect(merged).toMatchObject({ name: '陈**' })
  expect((await me('GET', `/lead/${other}`)).body.code).toBe('4040')
  const { events } = await dataOf(me('POST', `/lead/${id}/timeline`, { size: 50 }))
  expect(events.some(({ kind }: { kind: string }) => kind === 'followUp')).toBe(true)
  const [merge] = await dataOf(me('GET', `/lead/${id}/merges`))
  expect(merge).toMatchObject({
    otherId: other,
    fields: ['name'],
    isUndone: false,
    left: { fields: [], acts: [] },
  })
  expect((await mate('POST', `/lead/${id}/undo-merge`, { mergeId: merge.id })).body.code).toBe('4040')
  await dataOf(me('POST', `/lead/${id}/undo-merge`, { mergeId: merge.id }))
  expect(await dataOf(me('GET', `/lead/${other}`))).toMatchObject({ name: '陈**', stage: 'contacted' })
  expect(await dataOf(me('GET', `/lead/${id}/merges`))).toMatchObject([
    { isUndone: true, undoUntil: null, left: null },
  ])
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a lead says whether the caller can claim it: a salesperson, from the public pool and that of the own team', async () => {
  const elsewhere = await newPool()
  const [theirs] = (await newLeads(elsewhere.poolId, 1)) as [string]
  const [ours] = await lead()
  await one('salesman', { admin_id: boss.adminId, name: 'boss', team_id: pool.teamId })
  const claimable = async (id: string) => {
    const { isClaimable, can } = await dataOf(boss('GET', `/lead/${id}`))
    return [isClaimable, can.claim]
  }
  expect([await claimable(ours), await claimable(theirs)]).toEqual([
    [true, true],
    [false, false],
  ])
  await app.pool.query('delete from salesman where admin_id = $1', [boss.adminId])
})
