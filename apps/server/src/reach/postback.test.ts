import { createHmac } from 'node:crypto'
import { webhookEvents } from '@kabao/contract/reach/event'
import { webhookCatalog } from '@kabao/contract/reach/webhook-event'
import fc from 'fast-check'
import { Client } from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { claim } from '#crm/claim-and-assign'
import { close } from '#crm/follow-up'
import { noteResults, noteReturn } from '#ledger'
import { verifySignature } from '#partners'
import { unpackBodies } from '#partners/request-bodies'
import { bookAllResults, setTerms } from '#test/channel-results'
import { crmWorld } from '#test/crm-world'
import { startApp } from '#test/harness'
import { newChannel, newOrg, newPhone } from '#test/open-caller'
import {
  listen,
  type ReachTarget,
  type ReachWorld,
  reachTarget,
  reachWorld,
  testPostback,
} from '#test/reach-world'
import { partOf } from './decide.ts'
import { shippedPostbacks } from './shipped/index.ts'
import { standardWebhook } from './shipped/standard.ts'

const app = startApp()
const day = '2026-03-02'
let world: ReachWorld
let target: ReachTarget
let orgId: string
let planId: string
beforeAll(async () => {
  world = reachWorld(app)
  target = listen(await reachTarget())
  orgId = (await newOrg(app)).id
  planId = (
    await app.pool.query(
      `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, '计划', 'full', 1, '2026-01-01') returning id`,
      [orgId],
    )
  ).rows[0].id
})
afterEach(async () => {
  await world.stop()
  await app.pool.query('update hook set is_on = false')
  target.got.length = 0
})
afterAll(() => target.close())

const settled = () =>
  vi.waitFor(async () => expect(await world.waiting()).toBe(0), { timeout: 20_000, interval: 20 })
const bodies = () => target.got.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

/** A push of a person that is accepted, with what the channel is owed, as the pipeline writes them. */
const accept = (channelId: string, userId: string): Promise<string> =>
  app.db.transaction().execute(async (write) => {
    const { id } = await write
      .insertInto('pushRecord')
      .values({ userId, channelId, planId, orgId, flow: 'full', status: 'pending', priceFen: 100 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await write.updateTable('pushRecord').set({ status: 'accepted' }).where('id', '=', id).execute()
    await noteResults(write, 'push', [{ channelId, id, businessDay: day }])
    return id
  })
const giveBack = (channelId: string, userId: string, pushId: string) =>
  app.db.transaction().execute(async (write) => {
    await write
      .insertInto('pushReturn')
      .values({
        pushId,
        userId,
        orgId,
        planId,
        channelId,
        reason: 'quality',
        askedWay: 'org',
        status: 'returned',
      } as never)
      .execute()
    await noteReturn(write, { channelId, pushId, costFen: 0, businessDay: day })
  })

test('as many results are told as the settlement counts: with deductions, late results and returns', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('cpa', 'cpl'),
      fc.integer({ min: 0, max: 10_000 }),
      fc.array(fc.record({ isAccepted: fc.boolean(), isReturned: fc.boolean(), isLate: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      async (settlement, deductionBp, people) => {
        const { id: channelId } = await newChannel(app)
        await setTerms(app, channelId, { settlement, priceFen: 100, deductionBp })
        const hooks = new Map<string, string>()
        for (const event of ['registered', 'accepted', 'returned'] as const)
          hooks.set(
            event,
            await world.hook({ channelId, events: [event], template: testPostback(target.url) }),
          )
        const worker = world.start()
        const ids = await app.db.transaction().execute(async (write) => {
          const rows = await write
            .insertInto('user')
            .values(people.map(() => ({ phone: newPhone(), channelId, flow: 'full' as const })))
            .returning('id')
            .execute()
          await noteResults(
            write,
            'registration',
            rows.map(({ id }) => ({ channelId, id, businessDay: day })),
          )
          return rows.map(({ id }) => id)
        })
        const act = async (isLate: boolean) => {
          for (const [nth, person] of people.entries()) {
            const userId = ids[nth] as string
            if (!person.isAccepted || person.isLate !== isLate) continue
            const pushId = await accept(channelId, userId)
            if (person.isReturned) await giveBack(channelId, userId, pushId)
          }
        }
        await act(false)
        await settled()
        await bookAllResults(app)
        await act(true)
        await settled()
        await bookAllResults(app)
        await worker.stop()
        const counted = async (kind: string) =>
          (
            await world.all(
              'select from channel_result where channel_id = $1 and kind = $2 and deducted_for is null',
              channelId,
              kind,
            )
          ).length
        const sent = async (event: string) =>
          (await world.deliveries(hooks.get(event) as string)).filter(({ state }) => state === 'sent')
        if (settlement === 'cpa') {
          expect(await sent('registered')).toHaveLength(await counted('registration'))
          const told = new Set((await sent('registered')).map(({ subject_id }) => subject_id))
          for (const { subject_id } of await sent('accepted')) expect(told).toContain(subject_id)
        } else {
          expect(await sent('registered')).toHaveLength(people.length)
          expect(await sent('accepted')).toHaveLength(await counted('push'))
        }
        const accepted = new Set((await sent('accepted')).map(({ subject_id }) => subject_id))
        const back = await sent('returned')
        expect(back.map(({ subject_id }) => subject_id).toSorted()).toEqual(
          ids.filter((id, nth) => people[nth]?.isReturned && accepted.has(id)).toSorted(),
        )
        const untold = (await Promise.all([...hooks.values()].map(world.deliveries)))
          .flat()
          .filter(({ state }) => state !== 'sent')
        for (const row of untold) expect([row.state, row.reason]).toEqual(['untold', 'deducted'])
        await app.pool.query('update hook set is_on = false')
      },
    ),
    { numRuns: 12 },
  )
}, 120_000)

test('the state of a user says what the settlement says, and the timeline says what was told', async () => {
  const channel = await newChannel(app)
  await setTerms(app, channel.id, { settlement: 'cpl', priceFen: 100, deductionBp: 10_000 })
  await world.hook({ channelId: channel.id, events: ['accepted'], template: testPostback(target.url) })
  world.start()
  const [deducted, paid] = (await world.people(channel.id, 2)) as [string, string]
  await accept(channel.id, deducted)
  await setTerms(app, channel.id, { settlement: 'cpl', priceFen: 100 })
  const pushId = await accept(channel.id, paid)
  await settled()
  const stateOf = async (id: string) => (await channel.call('GET', `/user/${id}`)).body.data
  for (const book of [async () => 0, () => bookAllResults(app)]) {
    await book()
    expect(await stateOf(deducted)).toMatchObject({ status: 'registered', results: [] })
    expect(await stateOf(paid)).toMatchObject({
      status: 'accepted',
      results: [{ pushId, status: 'accepted', returnedAt: null }],
    })
  }
  const request = await app.as('user:timeline')
  const told = async (id: string) =>
    (await request('POST', `/user/${id}/timeline`, {})).body.data.events.filter(
      ({ kind }: { kind: string }) => kind === 'told',
    )
  expect(await told(deducted)).toMatchObject([{ event: 'accepted', state: 'untold', why: 'deducted' }])
  expect(await told(paid)).toMatchObject([{ event: 'accepted', state: 'sent', why: null }])
})

test('only a part of the people is told of, the same each time, and no more than the cap', async () => {
  const { id: channelId } = await newChannel(app)
  const part = await world.hook({ channelId, partPercent: 40, template: testPostback(target.url) })
  const capped = await world.hook({ channelId, dailyCap: 7, template: testPostback(target.url) })
  world.start()
  world.start()
  const ids = await world.people(channelId, 60)
  await settled()
  for (const { subject_id, state, reason } of await world.deliveries(part))
    expect([state, reason]).toEqual(partOf(subject_id) < 40 ? ['sent', null] : ['untold', 'part'])
  expect(ids.filter((id) => partOf(id) < 40).length).toBeGreaterThan(5)
  const rows = await world.deliveries(capped)
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(7)
  expect(rows.filter(({ reason }) => reason === 'cap')).toHaveLength(53)
})

test('what came with the click is in the request, and in no row of ours', async () => {
  const channel = await newChannel(app)
  const click = 'click-EPHk9cX3pv4CGJax4ZENKI7w'
  const landing = 'https://land.example/?bd_vid=749182734'
  const template = testPostback(target.url)
  const hook = await world.hook({
    channelId: channel.id,
    template: {
      ...template,
      request: {
        ...template.request,
        body: '{"c":{{ clickId }},"u":{{ extra.landingUrl }},"none":{{ extra.other }}}',
      },
    },
  })
  target.behave = (got, response) => void response.end(JSON.stringify({ code: 0, message: got.body }))
  const registered = await channel.call('POST', '/user', {
    phone: newPhone(),
    clickId: click,
    extra: { landingUrl: landing },
  })
  expect(registered.code).toBe('0000')
  // Of a visit, by its visitor.
  const visit = {
    visitorId: 'visitor-1',
    page: '/a',
    at: new Date().toISOString(),
    ip: '203.0.113.7',
    userAgent: 'x',
  }
  expect(
    (
      await channel.call('POST', '/visit', {
        visits: [{ ...visit, clickId: `${click}2`, extra: { landingUrl: landing } }],
      })
    ).code,
  ).toBe('0000')
  const second = await channel.call('POST', '/user', { phone: newPhone(), visitorId: 'visitor-1' })
  expect(second.code).toBe('0000')
  world.start()
  await settled()
  target.behave = (_got, response) => void response.end('{"code":0}')
  expect(bodies().toSorted((a, b) => String(a.c).localeCompare(String(b.c)))).toEqual([
    { c: click, u: landing, none: null },
    { c: `${click}2`, u: landing, none: null },
  ])
  await app.app.open.requestLog.flush()
  const stored = await world.all<{ text: string }>(
    `select row_to_json(d)::text as text from delivery d where target_id = $1
     union all select row_to_json(r)::text from open_request r
     union all select row_to_json(v)::text from visit_click v`,
    hook,
  )
  expect(stored.length).toBeGreaterThan(4)
  const calls = await world.all<{ bodies: Buffer }>(
    'select bodies from open_request where bodies is not null',
  )
  expect(calls.length).toBeGreaterThan(1)
  for (const { bodies } of calls) stored.push({ text: JSON.stringify(unpackBodies(bodies)) })
  for (const { text } of stored) for (const value of [click, '749182734']) expect(text).not.toContain(value)
  const [row] = await world.deliveries(hook)
  expect(row?.tries[0]?.request.body).toContain('"clic***"')
  // And it is forgotten with the person.
  const { id } = registered.body.data
  const request = await app.as('user:delete')
  expect(await world.all('select from user_click where user_id = $1', id)).toHaveLength(1)
  expect((await request('DELETE', `/user/${id}`)).body.code).toBe('0000')
  expect(await world.all('select from user_click where user_id = $1', id)).toEqual([])
})

test('a lead that is won is told once, to its channel and to the company, and to no other channel', async () => {
  const crm = crmWorld(app)
  const [channel, other] = [await newChannel(app), await newChannel(app)]
  const events = ['won'] as const
  const template = testPostback(target.url, {})
  template.request.body =
    '{"id":{{ eventId | append: "" }},"event":{{ event }},"lead":{{ leadId }},"channel":{{ channelCode }}}'
  const [told, untold] = [
    await world.hook({ channelId: channel.id, events, template }),
    await world.hook({ channelId: other.id, events, template }),
  ]
  const own = await world.hook({ events, template })
  const { poolId, teamId } = await crm.newPool()
  const salesmanId = await crm.newSalesman({ team_id: teamId })
  const [won, lost] = (await crm.newLeads(poolId, 2)) as [string, string]
  await app.pool.query('update lead set channel_id = $1 where id = any($2)', [channel.id, [won, lost]])
  const acting = { salesmanId, by: null, day, reason: '测试' }
  for (const leadId of [won, lost])
    await crm.write(async (db) => {
      await claim(db, { leadId, ...acting })
      await close(db, { leadId, ...acting, stage: leadId === won ? 'converted' : 'invalid' })
    })
  await app.pool.query(`update lead set stage = stage where id = $1`, [won])
  world.start()
  await settled()
  const [first, second] = [await world.deliveries(told), await world.deliveries(own)]
  for (const rows of [first, second])
    expect(rows).toMatchObject([{ event: 'won', state: 'sent', ref_id: won, event_id: first[0]?.event_id }])
  expect(await world.deliveries(untold)).toEqual([])
  const [{ code }] = (await world.all<{ code: string }>(
    'select code from channel where id = $1',
    channel.id,
  )) as [{ code: string }]
  const said = { id: first[0]?.event_id, event: 'won', lead: won, channel: code }
  expect(bodies()).toEqual([said, said])
})

test('our own signature is verified with the key of the channel, and Standard Webhooks by its own rule', async () => {
  const channel = await newChannel(app)
  const [plain] = shippedPostbacks
  await world.hook({
    channelId: channel.id,
    template: {
      ...(plain as (typeof shippedPostbacks)[number]).template,
      request: {
        ...(plain as (typeof shippedPostbacks)[number]).template.request,
        url: `${target.url}/a?b=1`,
      },
    },
  })
  const key = Buffer.from('a secret of 24 bytes ---').toString('base64')
  const before = Buffer.from('a secret before this one').toString('base64')
  const webhook = await world.hook({
    template: { ...standardWebhook(`${target.url}/hook`) },
    secrets: { signing: `whsec_${key}`, previous: `whsec_${before}` },
  })
  await app.pool.query(`update hook set previous_ends_at = now() + interval '1 day' where id = $1`, [webhook])
  world.start()
  await world.people(channel.id, 1)
  await settled()
  const [own, standard] = target.got.toSorted((a, b) => a.path.localeCompare(b.path))
  if (!own || !standard) throw new Error('something was not sent')
  const request = {
    method: 'POST',
    target: '/a?b=1',
    timestamp: String(own.headers['x-kabao-timestamp']),
    nonce: String(own.headers['x-kabao-nonce']),
    body: Buffer.from(own.body),
    signature: String(own.headers['x-kabao-signature']),
  }
  expect(Object.keys(own.headers)).toContain('x-event-id')
  expect(
    verifySignature(request, [{ id: '1', value: channel.secret, expiresAt: null }] as never, Date.now()),
  ).toBeTruthy()
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = standard.headers
  const expected = [key, before].map(
    (each) =>
      `v1,${createHmac('sha256', Buffer.from(each, 'base64')).update(`${id}.${at}.${standard.body}`).digest('base64')}`,
  )
  expect(signatures).toBe(expected.join(' '))
})

test('every event that is sent fits its schema in the API document, and its headers are those of Standard Webhooks', async () => {
  const channel = await newChannel(app)
  const [current, before] = ['a secret of 24 bytes ---', 'a secret before this one'].map(
    (text) => `whsec_${Buffer.from(text).toString('base64')}`,
  ) as [string, string]
  const webhook = await world.hook({
    events: webhookEvents,
    template: standardWebhook(`${target.url}/events`),
    secrets: { signing: current, previous: before },
  })
  await app.pool.query(`update hook set previous_ends_at = now() + interval '1 day' where id = $1`, [webhook])
  const [userId] = (await world.people(channel.id, 1)) as [string]
  await app.pool.query('update "user" set profiled_at = now() where id = $1', [userId])
  const pushId = await accept(channel.id, userId)
  await giveBack(channel.id, userId, pushId)
  // What the other modules do is a fact of theirs, or a lead.
  await app.pool.query(
    `insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, kind, flow)
     select time_id(), $4, $1, $2, 0, 0, 0, fen, 0, $3::date, $3::date, kind, 'full'
     from (values ('rejected', 0), ('charge', 12800), ('paid', 9900)) f (kind, fen)`,
    [userId, channel.id, day, pushId],
  )
  await app.pool.query(
    `with made as (select id as hook, time_id() as id from hook where id = $1),
       due as (insert into delivery_due (delivery_id, due_at, target) select id, now(), 'webhook:' || hook from made)
     insert into delivery (id, event_id, target_id, ref_id, kind, event) select id, id, hook, 42, 'webhook', 'won' from made`,
    [webhook],
  )
  world.start()
  await settled()
  const got = target.got.map(({ body }) => JSON.parse(body) as { event: string; eventId: string })
  expect([...new Set(got.map(({ event }) => event))].toSorted()).toEqual(webhookEvents.toSorted())
  for (const { event, body } of webhookCatalog)
    for (const sent of got.filter((each) => each.event === event))
      expect(body.safeParse(sent).error?.issues, JSON.stringify(sent)).toBeUndefined()
  for (const { headers, body } of target.got) {
    for (const secret of [current, before])
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    expect(headers['webhook-id']).toBe(JSON.parse(body).eventId)
    expect(() => new Webhook(current).verify(`${body} `, headers as Record<string, string>)).toThrow()
  }
})

test('deliveries of several targets read what they need together', async () => {
  const channels = await Promise.all(Array.from({ length: 5 }, () => newChannel(app)))
  const template = testPostback(target.url)
  for (const { id } of channels) await world.hook({ channelId: id, template })
  for (const { id } of channels) await world.people(id, 2)
  const sent = vi.spyOn(Client.prototype, 'query')
  world.start()
  await settled()
  const texts = sent.mock.calls.map(([text]) => String(text))
  sent.mockRestore()
  const reads = ['from hook where id = any', 'channel_result_new', 'payment_order n', 'from user_click']
  expect(reads.map((part) => texts.filter((text) => text.includes(part)).length)).toEqual([1, 1, 1, 1])
  expect(target.got).toHaveLength(10)
})
