import { plan as area, type PlanOverlap, planUv as uvArea } from '@kabao/contract/supply/plan'
import { receives } from '../city-filter.ts'
import { daysAgo, type Random } from '../random.ts'
import { special } from '../special.ts'

const names = ['标准', '优选', '夜间', '周末', '高收入', '年轻客群']
const places = ['华南', '华东', '华北', '西南', '中原']
const cities = [[], ['440100', '440300'], ['310100', '320100', '330100'], ['110100']]
const workdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }))
const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '21:00' }))

const orgsOf = (trade: string, from: number) =>
  places.map((place, index) => ({
    id: String(from + index),
    code: `org00${index + 1}`,
    name: `${place}${trade}`,
  }))
const channels = ['抖音信息流', '微信朋友圈', '短信营销'].map((name, index) => ({
  id: String(index + 1),
  code: `ch00${index + 1}`,
  name,
}))
const dayOf = (instant: string) => instant.slice(0, 10)

/** A made-up plan, without its flow. */
function made(random: Random, at: number, orgs: ReturnType<typeof orgsOf>) {
  const org = orgs[at % orgs.length] as (typeof orgs)[number]
  const dailyCap = random.chance(0.8) ? 100 * (1 + random.below(10)) : null
  return {
    orgId: org.id,
    name: `${org.name.slice(0, 2)}${names[Math.floor(at / orgs.length) % names.length]}计划`,
    priceFen: 100 * (20 + random.below(60)),
    cityCodes: random.pick(cities),
    ageFrom: random.pick([null, 20, 22, 25]),
    ageTo: random.pick([null, 45, 50, 55]),
    gender: null,
    incomeBands: random.chance(0.3) ? (['from10kTo20k', 'above20k'] as const).slice() : [],
    creditBands: [],
    house: null,
    car: random.chance(0.2) ? true : null,
    socialInsurance: null,
    housingFund: random.chance(0.3) ? true : null,
    excludedChannels: [],
    windows: random.pick([[], workdays, week]),
    hourlyCap: null,
    dailyCap,
    monthlyCap: null,
    totalCap: random.chance(0.2) ? 50_000 : null,
    waitsWhenFull: false,
    isPaced: dailyCap !== null && random.chance(0.5),
    dailyBudgetFen: random.chance(0.4) ? 1_000_000 * (1 + random.below(5)) : null,
    dedupeDays: 30,
    returnDays: 7,
    returnReasons: ['号码错误', '非本人'],
    isReturnReviewed: true,
    priority: 10 * random.below(11),
    startsOn: dayOf(daysAgo(at * 3 + 5)),
    endsOn: random.chance(0.4) ? dayOf(daysAgo(-20 - random.below(90))) : null,
    status: random.chance(0.6)
      ? ('running' as const)
      : random.pick(['draft', 'exhausted', 'paused', 'ended'] as const),
    orgStatus: 'enabled' as const,
    remark: '',
    references: random.chance(0.5) ? 1 + random.below(400) : 0,
    createdAt: daysAgo(at * 3 + 6),
  }
}

type Plan = {
  name: string
  cityCodes: string[]
  priceFen: number
  priority: number
  startsOn: string
  endsOn: string | null
}
const filters = {
  name: ({ name }: Plan, value: string) => name.toLowerCase().includes(value.trim().toLowerCase()),
  cityCode: ({ cityCodes }: Plan, value: string) => receives(cityCodes, value),
  priceFrom: ({ priceFen }: Plan, value: unknown) => priceFen >= (value as number),
  priceTo: ({ priceFen }: Plan, value: unknown) => priceFen <= (value as number),
  priorityFrom: ({ priority }: Plan, value: unknown) => priority >= (value as number),
  priorityTo: ({ priority }: Plan, value: unknown) => priority <= (value as number),
  runsOn: ({ startsOn, endsOn }: Plan, value: string) =>
    startsOn <= value && (endsOn === null || endsOn >= value),
  endsFrom: ({ endsOn }: Plan, value: string) => endsOn !== null && endsOn >= value,
  endsTo: ({ endsOn }: Plan, value: string) => endsOn !== null && endsOn <= value,
}

/** The handling that both lists share. */
const shared = (orgs: ReturnType<typeof orgsOf>) => ({
  unique: ['orgId', 'name'] as const,
  fresh: () => ({ status: 'draft', references: 0, orgStatus: 'enabled', excludedChannels: [] }),
  now: ({ orgId }: { orgId: string }) => ({ orgName: orgs.find(({ id }) => id === orgId)?.name ?? '' }),
  filters,
  choices: { orgs: () => orgs, channels: () => channels },
  // The service alone matches users, so the demo simulates nothing.
  without: ['simulate', 'simulation', 'cancelSimulation'],
})
const noOverlap: PlanOverlap[] = []
const calls = {
  orgCities: () => [],
  // The service alone matches users.
  whyNot: () => ({ day: new Date().toISOString().slice(0, 10), rules: [] }),
  whyNotExamples: () => [],
  overlaps: () => noOverlap,
  preview: () => ({
    changes: [],
    from: null,
    usedToday: 0,
    spentTodayFen: 0,
    isFull: false,
    overlaps: noOverlap,
    reach: null,
  }),
}

const plainOrgs = orgsOf('消费金融', 1)
export const plan = special(area, {
  count: 30,
  row: (random, at) => ({ ...made(random, at, plainOrgs), flow: random.pick(['full', 'half'] as const) }),
  ...shared(plainOrgs),
  calls,
})

const uvOrgs = orgsOf('权益平台', 11)
export const planUv = special(uvArea, {
  count: 24,
  row: (random, at) => ({ ...made(random, at, uvOrgs), flow: random.pick(['uv', 'city'] as const) }),
  ...shared(uvOrgs),
  calls,
})
