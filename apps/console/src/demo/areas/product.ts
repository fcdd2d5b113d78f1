import { product as area, productUv as uvArea } from '@kabao/contract/supply/product'
import { daysAgo, type Random } from '../random.ts'
import { special } from '../special.ts'

const names = {
  package: ['新人礼包', '出行卡包', '餐饮卡包', '影音卡包', '亲子卡包'],
  coupon: ['咖啡立减券', '外卖满减券', '打车优惠券', '电影票兑换券', '话费充值券'],
  card: ['黄金权益卡', '铂金权益卡', '健身月卡', '视频会员季卡', '机场贵宾卡'],
} as const
const kinds = ['package', 'coupon', 'card'] as const
const places = ['华南', '华东', '华北', '西南', '中原']

const orgsOf = (trade: string, from: number) =>
  places.map((place, index) => ({
    id: String(from + index),
    code: `org00${index + 1}`,
    name: `${place}${trade}`,
  }))

/** A made-up product, without the fields that differ between the lists. */
function made(random: Random, at: number, orgs: ReturnType<typeof orgsOf>) {
  const kind = kinds[at % 3] as (typeof kinds)[number]
  const round = Math.floor(at / 3)
  const org = random.chance(0.8) ? orgs[round % 5] : undefined
  const stock = random.chance(0.3) ? null : 10 * (1 + random.below(300))
  const sold = random.chance(0.15) ? (stock ?? 40) : random.below(11)
  const faceFen = 100 * random.pick([10, 20, 50, 100, 200, 500])
  return {
    name: `${names[kind][round % 5]}${round < 5 ? '' : `（${round - 3} 期）`}`,
    kind,
    orgId: org?.id ?? null,
    faceFen,
    priceFen: Math.round((faceFen * (30 + random.below(65))) / 100),
    validDays: random.pick([7, 30, 90, 365]),
    stock,
    sold,
    left: stock === null ? null : stock - sold,
    hasPool: false,
    perUserLimit: random.pick([1, 2, null]),
    sort: at * 10,
    summary: '开通即用，到期自动失效',
    detail: '购买后立即发放到卡包。\n每个账号限购，不支持转赠。',
    status: random.chance(0.7) ? ('onSale' as const) : random.pick(['draft', 'offSale'] as const),
    onSaleFrom: null,
    onSaleTo: random.chance(0.3) ? daysAgo(-3 - random.below(60)) : null,
    actsAt: null,
    coverFileId: null,
    remark: '',
    references: random.chance(0.2) ? 1 + random.below(40) : 0,
    createdAt: daysAgo(at * 4 + 1),
  }
}

type Product = { left: number | null; priceFen: number; name: string; onSaleTo: string | null }
const filters = {
  name: ({ name }: Product, value: string) => name.toLowerCase().includes(value.trim().toLowerCase()),
  stockState: ({ left }: Product, value: string) =>
    value === (left === null ? 'unlimited' : left === 0 ? 'soldOut' : 'limited'),
  priceFrom: ({ priceFen }: Product, value: unknown) => priceFen >= (value as number),
  priceTo: ({ priceFen }: Product, value: unknown) => priceFen <= (value as number),
  saleEndsFrom: ({ onSaleTo }: Product, value: string) => onSaleTo !== null && onSaleTo >= value,
  saleEndsTo: ({ onSaleTo }: Product, value: string) => onSaleTo !== null && onSaleTo < value,
}
/** What follows from the organization and the dates of a product. */
const nowWith =
  (orgs: ReturnType<typeof orgsOf>) =>
  ({
    orgId,
    onSaleFrom,
    onSaleTo,
  }: {
    orgId: string | null
    onSaleFrom: string | null
    onSaleTo: string | null
  }) => {
    const ahead = [onSaleFrom, onSaleTo].filter((date) => date !== null && date > new Date().toISOString())
    return { orgName: orgs.find(({ id }) => id === orgId)?.name ?? null, actsAt: ahead.toSorted()[0] ?? null }
  }
const plainOrgs = orgsOf('消费金融', 1)
export const product = special(area, {
  count: 30,
  row: (random, at) => ({
    ...made(random, at, plainOrgs),
    flow: random.pick(['full', 'half'] as const),
    targetUrl: null,
  }),
  unique: ['flow', 'orgId', 'name'],
  fresh: () => ({ status: 'draft', references: 0, coverFileId: null }),
  now: nowWith(plainOrgs),
  filters,
  choices: { orgs: () => plainOrgs },
})

const uvOrgs = orgsOf('权益平台', 11)
export const productUv = special(uvArea, {
  count: 24,
  row: (random, at) => ({
    ...made(random, at, uvOrgs),
    flow: random.pick(['uv', 'city'] as const),
    targetUrl: `https://card.example.com/join/${at + 1}`,
  }),
  unique: ['flow', 'orgId', 'name'],
  fresh: () => ({ status: 'draft', references: 0, coverFileId: null }),
  now: nowWith(uvOrgs),
  filters,
  choices: { orgs: () => uvOrgs },
})
