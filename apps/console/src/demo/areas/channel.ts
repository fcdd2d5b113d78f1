import { channel as area, channelUv as uvArea } from '@kabao/contract/supply/channel'
import { accounts } from '../accounts.ts'
import { daysAgo, type Random } from '../random.ts'
import { special } from '../special.ts'
import { apiKeys } from './api-keys.ts'
import { channels } from './channels.ts'
import { demoSetting } from './setting.ts'

const ways = ['信息流', '搜索', '直播', '私域', '应用商店', '线下门店']
const media = ['抖音', '快手', '百度', '微信', '小红书']
const owners = accounts.map(({ id, name, username }) => ({ id, name, code: username }))
const letters = '23456789abcdefghijkmnpqrstuvwxyz'
const codeOf = (random: Random) =>
  `c${Array.from({ length: 7 }, () => letters[random.below(letters.length)]).join('')}`

/** The base address is that of the demo's settings. */
const landingUrlOf = (code: string) => {
  const base = demoSetting('channel.landingBase')
  return base === '' ? null : `${base}/${code}`
}

type Settlement = 'cpa' | 'cpl' | 'cps' | 'cpuv'

/** A made-up channel, without the fields that differ between the lists. */
const made = (random: Random, at: number, settlement: Settlement) => ({
  code: codeOf(random),
  contactName: random.pick(['陈经理', '李经理', '王主管', '赵主管']),
  contactPhone: `138${String(random.below(100_000_000)).padStart(8, '0')}`,
  settlement,
  priceFen:
    settlement === 'cps' ? null : { cpa: 600, cpl: 1_800, cpuv: 120 }[settlement] + 50 * random.below(12),
  shareBp: settlement === 'cps' ? 1_500 + 100 * random.below(20) : null,
  deductionBp: random.pick([0, 0, 500, 1_000, 1_500]),
  dailyCap: random.pick([null, null, 500, 1_000, 2_000]),
  allowedIps: random.chance(0.3) ? [`203.0.113.${1 + random.below(250)}`] : [],
  callsPerSecond: random.pick([null, null, 20, 50]),
  notifyUrl: random.pick([null, 'https://channel.example.com/kabao/orders']),
  ownerId: random.chance(0.8) ? random.pick(owners).id : null,
  status: random.chance(0.85) ? ('enabled' as const) : ('disabled' as const),
  remark: '',
  references: random.chance(0.3) ? 1 + random.below(400) : 0,
  createdAt: daysAgo(at * 5 + 1),
})

type Channel = { code: string; name: string; priceFen: number | null }
const filters = {
  name: ({ name }: Channel, value: string) => name.toLowerCase().includes(value.trim().toLowerCase()),
  code: ({ code }: Channel, value: string) => code.startsWith(value.trim().toLowerCase()),
  priceFrom: ({ priceFen }: Channel, value: unknown) => priceFen !== null && priceFen >= (value as number),
  priceTo: ({ priceFen }: Channel, value: unknown) => priceFen !== null && priceFen <= (value as number),
}
const common = {
  fresh: () => ({
    code: codeOf({ below: (most) => Math.floor(Math.random() * most) } as Random),
    references: 0,
  }),
  now: ({ ownerId, code }: { ownerId: string | null; code: string }) => ({
    landingUrl: landingUrlOf(code),
    ownerName: owners.find(({ id }) => id === ownerId)?.name ?? null,
  }),
  filters,
  choices: { owners: () => owners, named: () => [] },
}

/** The first channels are those of the users. */
export const channel = special(area, {
  count: 24,
  row: (random, at) => ({
    ...made(random, at, random.pick(['cpa', 'cpl', 'cps'])),
    name: channels[at]?.name ?? `${media[at % 5]}${ways[Math.floor(at / 5)]}`,
    flow: random.pick(['full', 'half'] as const),
  }),
  ...common,
  calls: apiKeys(),
  // The service makes the guide from files that the demo does not have.
  without: ['guide'],
})

export const channelUv = special(uvArea, {
  count: 18,
  row: (random, at) => ({
    ...made(random, at, random.pick(['cpuv', 'cps'])),
    name: `${media[at % 5]}${ways[Math.floor(at / 5)]}联登`,
    flow: random.pick(['uv', 'city'] as const),
  }),
  ...common,
  calls: apiKeys(),
  // The service makes the guide from files that the demo does not have.
  without: ['guide'],
})
