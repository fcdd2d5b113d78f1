import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { standardRules } from '#demo/partner/partner'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { newChannel, newPhone, type TestPartner } from '#test/open-caller'
import { runListed } from '#test/run-jobs'
import { runsOf } from '#test/stored-runs'
import { answerLater } from '../answer-later.ts'
import type { Point } from '../engine.ts'
import { standardPauses } from '../retry-times.ts'
import { closeExpiredOffers } from './offers.ts'

const app = startApp()
let world: EngineWorld
let channel: TestPartner
/** Every byte that the partner received. */
let wire = ''
let host = ''
let closeWire: () => void
beforeAll(async () => {
  world = await engineWorld(app)
  channel = await newChannel(app, { flow: 'half' })
  const tap = createServer((near) => {
    const far = connect(world.partner.port, '127.0.0.1')
    near.on('data', (bytes) => {
      wire += bytes.toString('latin1')
      far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => undefined)
    }
  }).listen(0, '127.0.0.1')
  await once(tap, 'listening')
  host = `127.0.0.1:${(tap.address() as { port: number }).port}`
  closeWire = () => tap.close()
})
afterAll(async () => {
  await world.stop()
  closeWire()
  await world.partner.stop()
})
beforeEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.app.open.plans.refresh()
  wire = ''
})

let number = 0
const org = async (more: Partial<Parameters<EngineWorld['org']>[0]> = {}) => {
  const code = `half${++number}`
  return { code, ...(await world.org({ code, flow: 'half', host, ...more })) }
}
const start = (options: Parameters<EngineWorld['start']>[0] = {}) =>
  world.start({ outgoing: createOutgoing({ schemes: ['https', 'http'], listed: [host] }), ...options })
const register = async (fields: object = {}) => {
  const phone = newPhone()
  const { body } = await channel.call('POST', '/user', {
    phone,
    name: '慕容雪璃',
    cityCode: '440305',
    ...fields,
  })
  return { id: body.data.id as string, phone }
}
const offersOf = async (id: string) => (await channel.call('GET', `/user/${id}/offers`)).body.data
const agreements = [
  { name: 'Data authorization', version: '2.0' },
  { name: 'Terms of use', version: '1.0' },
]
const consentTo = (id: string, planId: string, more: object = {}) =>
  channel.call('POST', `/user/${id}/consent`, {
    planId,
    agreements,
    at: new Date().toISOString(),
    ip: '203.0.113.7',
    ...more,
  })
const pushesOf = (id: string) =>
  world.all<{ id: string; stage: string; status: string }>(
    'select id, stage, status from push_record where user_id = $1 order by id',
    id,
  )
const books = (orgId: string) =>
  world.one(
    'select balance_fen::int as balance, held_fen::int as held from org_account where org_id = $1',
    orgId,
  )
/** Registers a person and waits for the offers. */
async function offered() {
  const person = await register()
  await world.settled()
  return person
}

test('a person is checked by a hash, consents to one of the offers, is submitted and accepted, and the price is charged', async () => {
  const [dear, cheap] = [await org({ plan: { price_fen: 900 } }), await org({ plan: { price_fen: 100 } })]
  const refusing = await org({ plan: { price_fen: 500 } })
  world.partner.set(refusing.code, { checks: ['reject'] })
  await start()
  const { id, phone } = await register()
  expect(['searching', 'ready']).toContain((await offersOf(id)).status)
  await world.settled()
  const { status, offers } = await offersOf(id)
  expect([status, offers.map(({ planId }: { planId: string }) => planId)]).toEqual([
    'ready',
    [dear.planId, cheap.planId],
  ])
  expect(offers[0].agreements).toEqual([
    { name: 'Data authorization', url: `https://${dear.code}.example.com/agreement/2`, version: '2.0' },
    { name: 'Terms of use', url: `https://${dear.code}.example.com/terms/1`, version: '1.0' },
  ])
  // Nobody is sent yet: no cap, no price, no pair is taken.
  expect(await books(dear.orgId)).toEqual({ balance: 1_000_000, held: 0 })
  expect(await world.all('select * from cap_use where id = $1', dear.planId)).toEqual([])
  expect(await world.all('select * from push_dedupe where user_id = $1', id)).toEqual([])
  // Every byte that left us so far: the keyed hash is there, and nothing of the person.
  const bytes = wire
  const plain = Buffer.from(bytes, 'latin1').toString('utf8')
  expect(bytes).toContain(createHmac('sha256', `key of ${dear.code}`).update(phone).digest('hex'))
  const unkeyed = ['md5', 'sha256'].map((name) => createHash(name).update(phone).digest('hex'))
  for (const personal of [phone, phone.slice(-8), '慕容', Buffer.from(phone).toString('base64'), ...unkeyed])
    expect(plain).not.toContain(personal)

  const sent = await consentTo(id, dear.planId)
  expect([sent.code, sent.body.data]).toEqual(['0000', { pushId: expect.any(String), status: 'pending' }])
  await world.settled()
  expect(Buffer.from(wire, 'latin1').toString('utf8').slice(plain.length)).toContain(phone)
  expect(await pushesOf(id)).toEqual([
    { id: sent.body.data.pushId, stage: 'submit', status: 'accepted' },
    expect.objectContaining({ stage: 'check', status: 'rejected' }),
    expect.objectContaining({ stage: 'consent', status: 'pending' }),
  ])
  expect(await books(dear.orgId)).toEqual({ balance: 999_100, held: 0 })
  // The first that accepts ends the search.
  expect((await offersOf(id)).status).toBe('none')
  expect((await consentTo(id, cheap.planId)).code).toBe('4090')
  expect(
    await world.one(
      'select user_id, plan_id, agreements, ip from consent where id = $1',
      sent.body.data.pushId,
    ),
  ).toEqual({ user_id: id, plan_id: dear.planId, agreements: offers[0].agreements, ip: '203.0.113.7' })
  const request = await app.as('user:timeline')
  const { events } = (await request('POST', `/user/${id}/timeline`, { size: 50 })).body.data
  const ofKind = (kind: string) => events.filter((event: { kind: string }) => event.kind === kind)
  expect(ofKind('checked')).toEqual([expect.objectContaining({ offers: 2, ms: expect.any(Number) })])
  expect(ofKind('consented')).toEqual([
    expect.objectContaining({ orgName: dear.code, agreements: 2, ms: expect.any(Number) }),
  ])
  expect(ofKind('called').map(({ stage }: { stage: string }) => stage)).toEqual([
    'submit',
    'check',
    'check',
    'check',
  ])
})

test('the same consent again gets the same push with its status, another one is refused', async () => {
  const { planId } = await org()
  await start()
  const { id } = await offered()
  const at = new Date().toISOString()
  const first = (await consentTo(id, planId, { at })).body.data
  await world.settled()
  expect((await consentTo(id, planId, { at })).body.data).toEqual({
    pushId: first.pushId,
    status: 'accepted',
  })
  expect((await consentTo(id, planId, { at, ip: '::ffff:203.0.113.7' })).body.data.pushId).toBe(first.pushId)
  expect((await consentTo(id, planId, { at, ip: '203.0.113.8' })).code).toBe('4090')
  // Older rows have an IPv4 address as IPv6 writes it.
  await app.pool.query(
    `begin; alter table consent disable trigger user; update consent set ip = '::ffff:cb00:7107' where id = ${first.pushId};
     alter table consent enable trigger user; commit`,
  )
  expect((await consentTo(id, planId, { at })).body.data.pushId).toBe(first.pushId)
  expect(await world.all('select id from consent where user_id = $1', id)).toHaveLength(1)
})

test('a consent to what was not offered, to other versions, before the offer, too late, or of another channel is refused', async () => {
  const { planId } = await org()
  const other = await org({ plan: { city_codes: ['110100'] } })
  await start()
  const { id } = await offered()
  const fieldsOf = async (plan: string, more: object) =>
    Object.keys((await consentTo(id, plan, more)).body.data?.fields ?? {})
  expect(await fieldsOf(other.planId, {})).toEqual(['planId'])
  expect(await fieldsOf(planId, { agreements: agreements.slice(0, 1) })).toEqual(['agreements'])
  expect(
    await fieldsOf(planId, { agreements: [agreements[0], { name: 'Terms of use', version: '0.9' }] }),
  ).toEqual(['agreements'])
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  expect(await fieldsOf(planId, { at: ago(400_000) })).toEqual(['at'])
  expect(await fieldsOf(planId, { at: ago(-400_000) })).toEqual(['at'])
  const stranger = await newChannel(app, { flow: 'half' })
  expect((await stranger.call('GET', `/user/${id}/offers`)).code).toBe('4040')
  await app.pool.query(`update offer set expires_at = now() - interval '1 second'`)
  expect((await consentTo(id, planId)).code).toBe('4090')
  expect(await world.all('select id from consent where user_id = $1', id)).toEqual([])
  expect(await closeExpiredOffers(app.db)).toBeGreaterThan(0)
  expect(await closeExpiredOffers(app.db)).toBe(0)
  expect(await pushesOf(id)).toEqual([expect.objectContaining({ stage: 'consent', status: 'failed' })])
  // Once they have expired, organizations are asked again.
  expect((await offersOf(id)).status).toBe('none')
  await app.pool.query('delete from step_taken where user_id = $1', [id])
  expect((await offersOf(id)).status).toBe('searching')
  await world.settled()
  expect((await offersOf(id)).status).toBe('ready')
})

test('after a rejection the person may consent to another offer, while one is under way not', async () => {
  const [first, second] = [await org({ plan: { price_fen: 900 } }), await org()]
  world.partner.set(first.code, { behaviors: ['slow', 'reject'], slowMs: 400 })
  await start()
  const { id } = await offered()
  const other = await offered()
  await consentTo(other.id, first.planId)
  expect((await consentTo(other.id, second.planId)).code).toBe('4090')
  await world.settled()
  await consentTo(id, first.planId)
  await world.settled()
  expect((await pushesOf(id))[0]).toMatchObject({ stage: 'submit', status: 'rejected' })
  expect((await offersOf(id)).offers.map(({ planId }: { planId: string }) => planId)).toEqual([second.planId])
  expect((await consentTo(id, second.planId)).code).toBe('0000')
  await world.settled()
  expect((await pushesOf(id))[1]).toMatchObject({ stage: 'submit', status: 'accepted' })
  expect(await books(first.orgId)).toEqual({ balance: 999_100, held: 0 })
  expect(await books(second.orgId)).toEqual({ balance: 999_900, held: 0 })
})

test('a full cap, an empty balance or a paused organization refuses a consent, and nothing of it is kept', async () => {
  const { planId, orgId } = await org({ plan: { daily_cap: 1 } })
  await start()
  const [one, other] = [await offered(), await offered()]
  await consentTo(one.id, planId)
  await world.settled()
  const refused = await consentTo(other.id, planId)
  expect([refused.code, refused.body.desc]).toEqual([
    '4090',
    'The organization does not take this user any more. Choose another offer.',
  ])
  expect(await world.all('select id from consent where user_id = $1', other.id)).toEqual([])
  expect(await pushesOf(other.id)).toEqual([expect.objectContaining({ stage: 'consent', status: 'pending' })])
  expect(await books(orgId)).toEqual({ balance: 999_900, held: 0 })
})

test('of two consents at once one is taken, and of one consent sent ten times all get the same push', async () => {
  const [first, second] = [await org({ plan: { price_fen: 900 } }), await org()]
  const engine = await start()
  const { id } = await offered()
  const again = await offered()
  await engine.stop()
  const both = await Promise.all([consentTo(id, first.planId), consentTo(id, second.planId)])
  expect(both.map(({ code }) => code).sort()).toEqual(['0000', '4090'])
  expect(await world.all('select id from consent where user_id = $1', id)).toHaveLength(1)
  const at = new Date().toISOString()
  const ten = await Promise.all(Array.from({ length: 10 }, () => consentTo(again.id, first.planId, { at })))
  expect(new Set(ten.map(({ body }) => body.data.pushId)).size).toBe(1)
  expect(await world.all(`select * from due_step where user_id = $1`, again.id)).toHaveLength(1)
})

test('of many consents at once, each is answered by itself: one that the database refuses does not fail the others', async () => {
  const { planId, orgId } = await org({ plan: { daily_cap: 6 } })
  const engine = await start()
  const people = await Promise.all(Array.from({ length: 10 }, () => register()))
  await world.settled()
  await engine.stop()
  const [poisonous, ...others] = people.map(({ id }) => id) as [string, ...string[]]
  await app.pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'poisonous'; end $$;
    create trigger refuse_one before insert on consent for each row when (new.user_id = ${poisonous}) execute function refuse_one()`)
  try {
    const answers = await Promise.all([poisonous, ...others].map((id) => consentTo(id, planId)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => '0000'),
      ...Array.from({ length: 3 }, () => '4090'),
      '50000',
    ])
    expect(answers[0]?.code).toBe('50000')
  } finally {
    await app.pool.query('drop function refuse_one cascade')
  }
  expect(await world.all('select id from consent where user_id = $1', poisonous)).toEqual([])
  expect(await world.all('select user_id from due_step where user_id = any($1)', others)).toHaveLength(6)
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 600 })
  expect((await consentTo(poisonous, planId)).code).toBe('4090')
})

test('asking about a person uses up no plan, and does not count as an application of the person', async () => {
  const { planId } = await org({ plan: { daily_cap: 1 } })
  for (const price of [200, 300]) await org({ plan: { price_fen: price } })
  await start()
  const { id } = await offered()
  const request = await app.as('*')
  expect((await request('GET', `/row/plan/${planId}/today`)).body.data).toMatchObject({
    pushed: 0,
    used: 0,
    spentFen: 0,
  })
  await runListed(app, 'plan-days')
  expect(await world.one('select status from plan where id = $1', planId)).toEqual({ status: 'running' })
  const { rules } = (await request('GET', `/user/risk/${id}?type=history`)).body.data
  expect(rules.filter(({ hit }: { hit: boolean }) => hit)).toEqual([])
  expect((await offersOf(id)).offers).toHaveLength(3)
})

test('a push of the half flow without a consent is not submitted, whoever asks for it', async () => {
  const { orgId } = await org()
  await start()
  const { id, phone } = await offered()
  const [push] = await pushesOf(id)
  const before = wire
  const engine = {
    clock: () => ({ timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }),
    pauses: standardPauses,
    leaseMs: 1,
  }
  const answer = { pushId: push?.id as string, orgId, outcome: 'accepted' as const }
  expect(await app.db.transaction().execute((write) => answerLater(write, engine, answer))).toBe('conflict')
  await app.pool.query(`insert into due_step (user_id, kind, push_id, state) values ($1, 'submit', $2, $3)`, [
    id,
    push?.id,
    JSON.stringify({ orgId, round: 6 }),
  ])
  await world.settled()
  expect(wire.slice(before.length)).not.toContain(phone)
  expect(world.partner.memory.received.filter(({ requestId }) => requestId === `p${push?.id}`)).toHaveLength(
    1,
  )
})

test('a consent is never changed or deleted; the address goes with the person', async () => {
  const { planId } = await org()
  const engine = await start()
  const { id } = await offered()
  await engine.stop()
  await consentTo(id, planId)
  for (const change of [`at = now()`, `agreements = '[1]'`, `ip = '1.1.1.1'`, `user_id = 1`])
    await expect(app.pool.query(`update consent set ${change} where user_id = $1`, [id])).rejects.toThrow(
      'a consent is never changed',
    )
  await expect(app.pool.query('delete from consent where user_id = $1', [id])).rejects.toThrow(
    'never changed',
  )
  const request = await app.as('*')
  expect((await request('DELETE', `/user/${id}`)).body.code).toBe('0000')
  expect(await world.one('select ip, plan_id from consent where user_id = $1', id)).toEqual({
    ip: null,
    plan_id: planId,
  })
})

test('at most so many organizations are asked, each once, and the others have a reason', async () => {
  await app.set('push.maxOffers', 2)
  const orgs = [await org({ plan: { price_fen: 900 } }), await org({ plan: { price_fen: 800 } }), await org()]
  const twin = await world.one<{ id: string }>(
    `insert into plan (org_id, name, flow, status, price_fen, starts_on) values ($1, 'twin', 'half', 'running', 850, '2020-01-01') returning id`,
    orgs[0]?.orgId,
  )
  await start()
  const { id } = await offered()
  expect((await offersOf(id)).offers).toHaveLength(2)
  const [run] = await runsOf(app.db, id)
  expect(run?.whyNot).toEqual(expect.arrayContaining([[twin.id, 'sameOrg', null, orgs[0]?.planId]]))
  // The last that was asked, and whoever came after it.
  const { planIds = [], pricesFen, ratesBp } = run?.ranking ?? {}
  expect(planIds.slice(0, 2)).toEqual([orgs[1]?.planId, orgs[2]?.planId])
  expect([pricesFen?.[0], ratesBp?.length]).toEqual([800, planIds.length])
  await app.set('push.maxOffers', null)
})

test('an organization that does not answer, fails or says nonsense makes no offer, and holds up the others for no longer than the search', async () => {
  await app.set('push.searchSeconds', 2)
  const fine = await org()
  for (const behavior of ['drip', 'error', 'rubbish', 'drop'] as const) {
    const { code } = await org()
    world.partner.set(code, { ...standardRules, checks: [behavior] })
  }
  await start()
  const begun = performance.now()
  const { id } = await offered()
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect((await offersOf(id)).offers.map(({ planId }: { planId: string }) => planId)).toEqual([fine.planId])
  expect((await pushesOf(id)).map(({ status }) => status).sort()).toEqual([
    ...['failed', 'failed', 'failed', 'failed', 'pending'],
  ])
  await app.set('push.searchSeconds', null)
})

test('a check waits for a pause that ends within the search, and asks again', async () => {
  const { orgId, planId, code } = await org()
  world.partner.set(code, { ...standardRules, checks: ['busy', 'accept'], busySeconds: 1 })
  await start()
  const [first, second] = [await register(), await register()]
  for (const { id } of [first, second]) {
    await expect.poll(async () => (await offersOf(id)).status, { timeout: 10_000 }).toBe('ready')
    expect((await offersOf(id)).offers.map(({ planId: of }: { planId: string }) => of)).toEqual([planId])
  }
  expect(await world.all('select from org_breaker where org_id = $1', orgId)).toEqual([])
})

test('an instance is killed between any two steps: the person is asked about again, submitted once, and charged once', async () => {
  const points: [Point, number][] = [
    ['begun', 0],
    ['answered', 0],
    ['decided', 1],
    ['begun', 1],
    ['answered', 1],
    ['settled', 1],
  ]
  for (const [point, phase] of points) {
    const { planId, orgId, code } = await org()
    world.partner.set(code, standardRules)
    let isHung = false
    const hang = { limits: { leaseMs: 700 }, at: (seen: Point) => (seen === point ? never() : undefined) }
    const never = () => {
      isHung = true
      return new Promise<void>(() => undefined)
    }
    const hung = async () => {
      for (let turn = 0; !isHung; turn++) {
        if (turn > 500) throw new Error(`${point} was not reached`)
        await new Promise((done) => setTimeout(done, 20))
      }
    }
    /** An instance that stops for ever at the point, and takes nothing more. */
    const mortal = async () => {
      const engine = await start(hang)
      world.forget(engine)
      void hung().then(() => engine.stop())
    }
    if (phase === 1) await start()
    else await mortal()
    const { id } = await register()
    if (phase === 0) {
      await hung()
      await start()
    }
    await world.settled()
    expect((await offersOf(id)).offers).toHaveLength(1)
    if (phase === 1) {
      await world.stop()
      await mortal()
    }
    expect((await consentTo(id, planId)).code).toBe('0000')
    if (phase === 1) {
      await hung()
      await start()
    }
    await world.settled()
    const [push] = await pushesOf(id)
    const submits = world.partner.memory.received.filter(
      ({ org, stage, requestId }) => org === code && stage === 'submit' && requestId === `p${push?.id}`,
    )
    expect([point, phase, submits.length <= 1]).toEqual([point, phase, true])
    const charged = await world.all(
      `select 1 from transfer t join account a on a.id = t.account_id where a.org_id = $1 and t.kind = 'charge'`,
      orgId,
    )
    expect([point, push?.status, charged.length]).toEqual([
      point,
      ...(submits.length === 1 ? ['accepted', 1] : ['failed', 0]),
    ])
    await world.stop()
    await app.pool.query(`update plan set status = 'ended'`)
    await app.app.open.plans.refresh()
  }
}, 120_000)
