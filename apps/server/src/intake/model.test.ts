import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ensureCheckKey, readCheckKeys } from '#partners/check-keys'
import { secret, startApp } from '#test/harness'
import { newChannel, newPhone, type OpenAnswer, send, type TestPartner } from '#test/open-caller'

const app = startApp()
/** How many histories are tried; more by `OPEN_RUNS`. */
const runs = Number(process.env.OPEN_RUNS ?? 12)
/** How a channel is told that somebody else's registration is refused. */
const otherChannels = 'This phone number belongs to another channel'
let second: FastifyInstance
let checkKey = ''
beforeAll(async () => {
  second = await app.another()
  await ensureCheckKey(app.db, app.vault)
  checkKey = secret((await readCheckKeys(app.db, app.vault))[0]?.value ?? '')
})

interface Act {
  kind: 'register' | 'check' | 'profile' | 'visit'
  /** One of two channels, and one of few phones, so that acts meet. */
  channel: number
  phone: number
  count: number
  house: boolean
  /** How often the same act is sent with the same idempotency key, and how often the first of these requests is replayed. */
  copies: number
  replays: number
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('register', 'register', 'check', 'profile', 'visit'),
  channel: fc.nat(1),
  phone: fc.nat(3),
  count: fc.integer({ min: 1, max: 3 }),
  house: fc.boolean(),
  copies: fc.integer({ min: 1, max: 3 }),
  replays: fc.nat(2),
})

interface User {
  id: string
  channel: number
  house: boolean | null
}

/** Two new channels, new phones, and what should be known about them. */
async function newWorld() {
  return {
    channels: await Promise.all([1, 2].map(() => newChannel(app, { dailyCap: 1_000 }))),
    phones: Array.from({ length: 4 }, newPhone),
    users: new Map<number, User>(),
    visits: [0, 0],
    checks: [0, 0],
  }
}
type World = Awaited<ReturnType<typeof newWorld>>

let keys = 0
/** The requests of an act, each with the instance that gets it: its copies, then its replays. */
function requestsOf({ channels, phones, users }: World, one: Act) {
  const channel = channels[one.channel] as TestPartner
  const phone = phones[one.phone] as string
  const at = new Date().toISOString()
  const visit = { visitorId: 'v-7f3a9c21', page: '/card', at, ip: '203.0.113.7', userAgent: 'Mozilla/5.0' }
  const idempotencyKey = `model-${++keys}`
  const id = users.get(one.phone)?.id ?? '999999999999'
  const sign = () => {
    switch (one.kind) {
      case 'register':
        return channel.sign('POST', '/user', { phone }, { idempotencyKey })
      case 'check':
        return channel.sign(
          'POST',
          '/check',
          { phoneHash: createHmac('sha256', checkKey).update(phone).digest('hex') },
          { idempotencyKey },
        )
      case 'profile':
        return channel.sign('PUT', `/user/${id}/profile`, { house: one.house })
      case 'visit':
        return channel.sign('POST', '/visit', { visits: Array(one.count).fill(visit) }, { idempotencyKey })
    }
  }
  const copies = Array.from({ length: one.copies }, sign)
  const replays = Array.from({ length: one.replays }, () => copies[0] as (typeof copies)[number])
  return [...copies, ...replays].map((request, nth) => ({
    request,
    on: nth % 2 === 0 ? app.app : second,
  }))
}

/** What the model answers, and does, for an act that is alone. @returns a code, or the data of a success */
function expected({ users, visits, checks }: World, one: Act, answer: OpenAnswer): unknown {
  const user = users.get(one.phone)
  switch (one.kind) {
    case 'register':
      if (user?.channel === one.channel) return { id: user.id, isNew: false }
      // A refusal tells of a person, so it counts as a check; it is not stored, so each copy does.
      if (user) {
        checks[one.channel] = (checks[one.channel] as number) + one.copies
        return '4090'
      }
      users.set(one.phone, { id: answer.body.data.id, channel: one.channel, house: null })
      return { id: answer.body.data.id, isNew: true }
    case 'check':
      checks[one.channel] = (checks[one.channel] as number) + 1
      if (!user) return { result: 'new' }
      return { result: user.channel === one.channel ? 'yours' : 'taken' }
    case 'profile':
      if (user?.channel !== one.channel) return '4040'
      user.house = one.house
      return expect.objectContaining({ missing: expect.any(Array) })
    case 'visit':
      visits[one.channel] = (visits[one.channel] as number) + one.count
      return { counted: one.count }
  }
}

/** The sums and states of the database, in the form of the model. */
async function stored({ channels, phones }: World) {
  const ids = channels.map(({ id }) => id)
  const found = await app.pool.query(
    `select phone, id, channel_id, house, status from "user" where phone = any($1::text[])`,
    [phones],
  )
  const count = async (text: string) =>
    Promise.all(ids.map(async (id) => Number((await app.pool.query(text, [id])).rows[0].n)))
  return {
    users: new Map(
      found.rows.map((row) => [
        phones.indexOf(row.phone),
        { id: row.id, channel: ids.indexOf(row.channel_id), house: row.house } as User,
      ]),
    ),
    count: found.rows.length,
    visits: await count('select count(*) as n from visit where channel_id = $1'),
    checks: await count(
      `select coalesce(sum(used), 0) as n from open_day_use where use = 'check' and channel_id = $1`,
    ),
    registered: await count(
      `select coalesce(sum(used), 0) as n from open_day_use where use = 'register' and channel_id = $1`,
    ),
  }
}

const usersOf = (users: ReadonlyMap<number, User>, channel: number) =>
  [...users.values()].filter((user) => user.channel === channel).length

test('acts one after another, repeated and replayed, answer and store what the model does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 20 }), async (acts) => {
      const world = await newWorld()
      for (const one of acts) {
        const answers: OpenAnswer[] = []
        for (const { request, on } of requestsOf(world, one)) answers.push(await send(on, request))
        const [first] = answers as [OpenAnswer]
        const wanted = expected(world, one, first)
        expect(first.code === '0000' ? first.body.data : first.code).toEqual(wanted)
        // A copy gets the stored answer byte for byte; a refusal is not stored, and is the same again.
        for (const copy of answers.slice(1, one.copies)) {
          if (one.kind !== 'profile' && first.code === '0000') expect(copy.text).toBe(first.text)
          else expect(copy.code).toBe(first.code)
        }
        expect(answers.slice(one.copies).map(({ code }) => code)).toEqual(Array(one.replays).fill('2000'))
      }
      const { users, visits, checks, registered } = await stored(world)
      expect(registered).toEqual([0, 1].map((nth) => usersOf(users, nth)))
      expect({ users, visits, checks }).toEqual({
        users: world.users,
        visits: world.visits,
        checks: world.checks,
      })
    }),
    { numRuns: runs },
  )
}, 120_000)

test('acts at once on two instances, repeated and replayed, are each done once', async () => {
  const waves = fc.array(fc.array(act, { minLength: 4, maxLength: 10 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(waves, async (history) => {
      const world = await newWorld()
      for (const acts of history) {
        const done = await Promise.all(
          acts.map(async (one) => ({
            one,
            answers: await Promise.all(requestsOf(world, one).map(({ request, on }) => send(on, request))),
          })),
        )
        const now = await stored(world)
        for (const { one, answers } of done) {
          const good = answers.filter(({ code }) => code === '0000')
          if (one.kind !== 'profile')
            expect(new Set(good.map(({ text }) => text)).size).toBeLessThanOrEqual(1)
          // Of the first request and its replays, one is let in.
          const same = [answers[0] as OpenAnswer, ...answers.slice(one.copies)]
          expect(same.filter(({ code }) => code !== '2000')).toHaveLength(1)
          if (one.kind === 'visit' || one.kind === 'check') expect(good.length).toBeGreaterThan(0)
          if (one.kind === 'visit')
            world.visits[one.channel] = (world.visits[one.channel] as number) + one.count
          if (one.kind === 'check') world.checks[one.channel] = (world.checks[one.channel] as number) + 1
          const user = now.users.get(one.phone)
          if (one.kind === 'register') {
            const told = answers.filter(({ body }) => body.desc === otherChannels)
            world.checks[one.channel] = (world.checks[one.channel] as number) + told.length
            expect(user).toBeDefined()
            expect(good.length > 0).toBe(user?.channel === one.channel)
            for (const { body } of good) expect(body.data.id).toBe(user?.id)
          }
          if (one.kind === 'profile' && good.length > 0) expect(user?.channel).toBe(one.channel)
        }
        // Nobody changes the channel, and each new person was new to exactly one act.
        for (const [phone, user] of now.users) {
          const before = world.users.get(phone)
          if (before) expect(user).toMatchObject({ id: before.id, channel: before.channel })
          const news = done.filter(
            ({ one, answers }) =>
              one.kind === 'register' && one.phone === phone && answers.some(({ body }) => body.data?.isNew),
          )
          expect(news).toHaveLength(before ? 0 : 1)
          const houses = done.flatMap(({ one, answers }) =>
            one.kind === 'profile' && one.phone === phone && answers.some(({ code }) => code === '0000')
              ? [one.house]
              : [],
          )
          expect(houses.length > 0 ? houses : [before?.house ?? null]).toContain(user.house)
        }
        expect(now.count).toBe(now.users.size)
        expect(now.registered).toEqual([0, 1].map((nth) => usersOf(now.users, nth)))
        expect({ visits: now.visits, checks: now.checks }).toEqual({
          visits: world.visits,
          checks: world.checks,
        })
        world.users = now.users
      }
    }),
    { numRuns: runs },
  )
}, 180_000)
