import { standardOf } from '@kabao/contract/operations/setting'
import { org as area, orgUv as uvArea } from '@kabao/contract/supply/org'
import { accounts } from '../accounts.ts'
import { receives } from '../city-filter.ts'
import { daysAgo, type Random } from '../random.ts'
import { special } from '../special.ts'
import { apiKeys } from './api-keys.ts'

const places = ['华南', '华东', '华北', '西南', '中原', '江浙']
const codeOf = (at: number) => `org${String(at + 1).padStart(3, '0')}`
const salesmen = accounts.map(({ id, name, username }) => ({ id, name, code: username }))
const cities = [[], [], ['440300', '440100'], ['310100'], ['330100', '320100']]

/** A made-up organization, without the fields that differ between the lists. */
function made(random: Random, at: number, trade: string) {
  const round = Math.floor(at / places.length)
  const place = places[at % places.length] as string
  const host = `https://${codeOf(at)}.example.com`
  const status = random.chance(0.8) ? ('enabled' as const) : random.pick(['paused', 'disabled'] as const)
  const agreement = { name: '个人信息授权书', version: '1.0', url: `${host}/agreement/1` }
  const balanceFen = random.chance(0.2) ? 100 * random.below(4_000) : 1_000_000 + 10_000 * random.below(2_000)
  return {
    code: codeOf(at),
    name: `${place}${trade}${round === 0 ? '' : `（${round + 1}部）`}`,
    shortName: `${place}${trade.slice(0, 2)}`,
    logoFileId: null,
    licenceNo: `91${String(random.below(1_000_000_000)).padStart(9, '0')}MA5`,
    contactName: random.pick(['陈经理', '李经理', '王主管', '赵主管']),
    contactPhone: `138${String(random.below(100_000_000)).padStart(8, '0')}`,
    cityCodes: random.pick(cities),
    balanceFen,
    heldFen: status === 'enabled' ? Math.min(balanceFen, 4_500 * random.below(8)) : 0,
    alertFen: 500_000,
    salesmanId: random.chance(0.7) ? random.pick(salesmen).id : null,
    plans: random.below(4),
    status,
    references: random.chance(0.6) ? 1 + random.below(400) : 0,
    agreements: [agreement],
    offeredAgreements: status === 'enabled' ? [{ ...agreement, offeredAt: daysAgo(at * 9 + 1) }] : [],
    remark: '',
    createdAt: daysAgo(at * 9 + 2),
    host,
  }
}

type Org = {
  name: string
  shortName: string
  code: string
  cityCodes: string[]
  balanceFen: number
  heldFen: number
  alertFen: number | null
  salesmanId: string | null
}
const availableOf = ({ balanceFen, heldFen }: Org) => balanceFen - heldFen
const alertOf = ({ alertFen }: Org) => alertFen ?? standardOf('threshold.lowBalanceFen')
const isLow = (row: Org) => availableOf(row) < alertOf(row)
const filters = {
  name: ({ name, shortName, code }: Org, value: string) =>
    [name, shortName, code].some((text) => text.toLowerCase().includes(value.trim().toLowerCase())),
  cityCode: ({ cityCodes }: Org, value: string) => receives(cityCodes, value),
  balanceState: (row: Org, value: string) => value === (isLow(row) ? 'low' : 'enough'),
  availableFrom: (row: Org, value: unknown) => availableOf(row) >= (value as number),
  availableTo: (row: Org, value: unknown) => availableOf(row) <= (value as number),
}
const common = {
  unique: ['name'] as const,
  fresh: () => ({
    code: `org${Date.now() % 1_000_000}`,
    status: 'paused',
    references: 0,
    plans: 0,
    balanceFen: 0,
    heldFen: 0,
    called: [],
    offeredAgreements: [],
  }),
  now: (row: Org) => ({
    availableFen: availableOf(row),
    alertFen: alertOf(row),
    isLow: isLow(row),
    isBreakerOpen: false,
    salesmanName: salesmen.find(({ id }) => id === row.salesmanId)?.name ?? null,
  }),
  choices: { salesmen: () => salesmen, named: () => [] },
  filters,
}

export const org = special(area, {
  count: 18,
  row: (random, at) => {
    const flow = random.pick(['full', 'half'] as const)
    const { host, ...row } = made(random, at, '消费金融')
    const stages = flow === 'half' ? (['check', 'submit'] as const) : (['submit'] as const)
    const called = stages.map((stage) => ({ stage, url: `${host}/${stage}`, timeoutMs: 3_000 }))
    return { ...row, flow, called, loginUrl: null }
  },
  ...common,
  calls: apiKeys(),
  // The service makes the guide from files that the demo does not have.
  without: ['guide'],
})

export const orgUv = special(uvArea, {
  count: 14,
  row: (random, at) => {
    const { host, ...row } = made(random, at, '权益平台')
    return { ...row, called: [], loginUrl: `${host}/login`, flow: random.pick(['uv', 'city'] as const) }
  },
  ...common,
  calls: apiKeys(),
  // The service makes the guide from files that the demo does not have.
  without: ['guide'],
})
