import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { TestApp } from '../harness.ts'
import { addOrg } from '../ledger.ts'
import type { TestFact, TestVisit } from '../report-facts.ts'

/** What the facts of a test belong to. */
export interface ReportWorld {
  channels: { id: string; flow: string }[]
  orgs: string[]
  plans: string[]
  products: string[]
  users: string[]
  cities: number[]
  /** The keeper of the first channel. */
  ownerId: string
}

export async function createReportWorld(app: TestApp): Promise<ReportWorld> {
  const one = async (text: string, values: unknown[]): Promise<string> =>
    (await app.pool.query(`${text} returning id`, values)).rows[0].id
  const name = () => `r${randomUUID().slice(0, 8)}`
  const owner = await app.as()
  const channels = await Promise.all(
    ['full', 'half', 'uv', 'city'].map(async (flow, index) => ({
      id: await one('insert into channel (code, name, flow, owner_id) values ($1, $1, $2, $3)', [
        name(),
        flow,
        index === 0 ? owner.adminId : null,
      ]),
      flow,
    })),
  )
  const orgs = [await addOrg(app, 12_345), await addOrg(app, 700), await addOrg(app)]
  const plans = await Promise.all(
    orgs.map((org) =>
      one(
        `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, $2, 'full', 1, current_date)`,
        [org, name()],
      ),
    ),
  )
  const products = await Promise.all(
    [1, 2].map(() =>
      one(
        `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ($1, 'card', 'full', 1, 1, 1)`,
        [name()],
      ),
    ),
  )
  const users = await Promise.all(
    channels.map(({ id, flow }) =>
      one(`insert into "user" (flow, channel_id, name, phone, device) values ($1, $2, '王小明', $3, $3)`, [
        flow,
        id,
        `138${Math.floor(10_000_000 + Math.random() * 89_999_999)}`,
      ]),
    ),
  )
  return {
    channels,
    orgs,
    plans,
    products,
    users,
    cities: [0, 440305, 440306, 110101],
    ownerId: owner.adminId,
  }
}

const money = ['charge', 'chargeBack', 'cost', 'costBack', 'paid', 'refund']
const kinds = [
  ...[
    'registration',
    'imported',
    'profile',
    'match',
    'matched',
    'push',
    'accepted',
    'rejected',
    'duplicate',
    'failed',
  ],
  ...['return', 'login', 'order', 'error', ...money],
]

/** Any fact of a world, at any time from these days ago on until now. */
export const anyFact = (world: ReportWorld, now: number, daysAgo: number): fc.Arbitrary<TestFact> =>
  fc
    .record({
      kind: fc.constantFrom(...kinds),
      minutesAgo: fc.integer({ min: 0, max: daysAgo * 1_440 }),
      cameDaysAgo: fc.constantFrom(0, 0, 1, 3),
      fen: fc.integer({ min: 1, max: 100_000 }),
      channel: fc.constantFrom(undefined, ...world.channels),
      orgAt: fc.constantFrom(-1, 0, 1, 2),
      productId: fc.constantFrom(undefined, ...world.products),
      cityCode: fc.constantFrom(...world.cities),
      userId: fc.constantFrom(undefined, ...world.users),
    })
    .map(({ minutesAgo, channel, orgAt, ...fact }) => ({
      ...fact,
      at: new Date(now - minutesAgo * 60_000).toISOString(),
      ...(!money.includes(fact.kind) && { fen: 0 }),
      ...(channel && { channelId: channel.id, flow: channel.flow }),
      ...(orgAt >= 0 && { orgId: world.orgs[orgAt] as string, planId: world.plans[orgAt] as string }),
    })) as fc.Arbitrary<TestFact>

/** Any visit of the last days; few visitors, so that many come again. */
export const anyVisit = (world: ReportWorld, now: number, daysAgo: number): fc.Arbitrary<TestVisit> =>
  fc
    .record({
      minutesAgo: fc.integer({ min: 0, max: daysAgo * 1_440 }),
      channel: fc.constantFrom(...world.channels),
      visitorId: fc.constantFrom('v-1', 'v-2', 'v-3'),
      productId: fc.constantFrom(undefined, ...world.products),
      cityCode: fc.constantFrom(undefined, ...world.cities.slice(1)),
    })
    .map(({ minutesAgo, channel, ...visit }) => ({
      ...visit,
      at: new Date(now - minutesAgo * 60_000).toISOString(),
      channelId: channel.id,
    }))
