import { type Flow, productKinds } from '@kabao/contract/supply/product'
import { flows } from '@kabao/contract/users/user'
import type pg from 'pg'
import { type Cell, copyRows } from './copy.ts'
import { randomFor } from './random.ts'

const seed = 20_252
const day = 86_400_000
const perFlow = 24

const packages = ['新人礼包', '出行卡包', '餐饮卡包', '影音卡包', '生活缴费卡包', '亲子卡包']
const coupons = ['咖啡立减券', '外卖满减券', '打车优惠券', '电影票兑换券', '加油优惠券', '话费充值券']
const cards = ['黄金权益卡', '铂金权益卡', '健身月卡', '视频会员季卡', '机场贵宾卡', '酒店权益卡']
const names = { package: packages, coupon: coupons, card: cards }
const summaries = [
  '开通即用，到期自动失效',
  '全国通用，不限时段',
  '每月可领一次',
  '仅限新用户领取',
  '可与其他优惠叠加',
]

const columns = [
  'name',
  'kind',
  'flow',
  'org_id',
  'summary',
  'detail',
  'face_fen',
  'price_fen',
  'valid_days',
  'stock',
  'per_user_limit',
  'target_url',
  'place',
  'on_sale_from',
  'on_sale_to',
  'acts_at',
  'status',
  'created_at',
  'updated_at',
]

/** A few dozen products of every flow and kind: most are on sale, some are drafts, sold out or about to change by themselves. */
export async function addProductRows(client: pg.PoolClient, until: number): Promise<void> {
  const { rows } = await client.query<{ id: string; flow: Flow; code: string }>(
    `select id, flow, code from org where code like 'org%' order by code`,
  )
  const made = flows.flatMap((flow) =>
    Array.from({ length: perFlow }, (_, index) =>
      row(
        flow,
        index,
        rows.filter((org) => org.flow === flow),
        until,
      ),
    ),
  )
  await copyRows(client, 'product', columns, made)
}

function row(flow: Flow, at: number, orgs: { id: string; code: string }[], until: number): Cell[] {
  const random = randomFor(seed + flows.indexOf(flow), at)
  const kind = productKinds[at % productKinds.length] as (typeof productKinds)[number]
  const choices = names[kind]
  const round = Math.floor(at / productKinds.length)
  const org = round < choices.length - 1 ? orgs[round % Math.max(orgs.length, 1)] : undefined
  const name = `${choices[round % choices.length]}${round < choices.length ? '' : '（升级版）'}`
  const faceFen = 100 * random.pick([10, 20, 50, 100, 200, 500])
  const createdAt = until - Math.round((1 + random.next() * 300) * day)
  const status = random.chance(0.7) ? 'onSale' : random.pick(['draft', 'offSale'])
  const from = status === 'draft' && random.chance(0.5) ? until + (2 + random.below(20)) * day : null
  const to = status === 'onSale' && random.chance(0.35) ? until + (3 + random.below(60)) * day : null
  const isJoint = flow === 'uv' || flow === 'city'
  return [
    name,
    kind,
    flow,
    org?.id ?? null,
    random.pick(summaries),
    `<p>购买后立即发放到<strong>${name}</strong>。</p><h3>使用说明</h3><ul><li>每个账号限购，不支持转赠</li><li>过期未使用不退款</li></ul>`,
    faceFen,
    Math.round((faceFen * (30 + random.below(65))) / 100),
    random.pick([7, 30, 30, 90, 180, 365]),
    random.chance(0.3) ? null : random.chance(0.12) ? 0 : 10 * (1 + random.below(300)),
    random.pick([1, 1, 2, 5, null]),
    isJoint ? `https://${org?.code ?? 'card'}.example.com/join/${at + 1}` : null,
    // Two flows share a list, in which no two products have the same place.
    `${at * 10}.${flows.indexOf(flow) + 1}`,
    from && new Date(from).toISOString(),
    to && new Date(to).toISOString(),
    from || to ? new Date((from ?? to) as number).toISOString() : null,
    status,
    new Date(createdAt).toISOString(),
    new Date(createdAt).toISOString(),
  ]
}
