import { flows } from '@kabao/contract/users/user'
import type pg from 'pg'
import { demoUsername } from '#access'
import type { ChannelTerms } from '#ledger'
import { makeKey } from '#partners'
import { dbOver } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { channelCount } from './people.ts'
import { type Random, randomFor } from './random.ts'

type Flow = (typeof flows)[number]

/** What generated pushes need of a plan. */
export interface DemoPlan {
  id: string
  orgId: string
  priceFen: number
  dedupeDays: number
}

/** The channels that demo users come from, and the organizations that they are pushed to. */
export interface Partners {
  channels: string[]
  orgs: string[]
  /** The terms of each channel. */
  terms: ReadonlyMap<string, ChannelTerms>
  /** The plans of each organization that ever ran, by flow. */
  plans: Record<Flow, DemoPlan[][]>
  /** Those that run now, of organizations that are not paused. */
  openPlans: Record<Flow, DemoPlan[][]>
  /** Why nobody went to the running plans of paused organizations, as a run of the match keeps it. */
  whyNot: Record<Flow, [planId: string, rule: 'org', wanted: 'enabled', seen: 'paused'][]>
}

const seed = 20_251
const orgsPerFlow = 6
const plansPerOrg = 3

const channelNames = ['抖音', '快手', '百度', '微信', '小红书', '微博', '头条', '支付宝', '美团', '京东']
const channelWays = ['信息流', '搜索', '直播', '私域']
const contacts = ['陈经理', '李经理', '王经理', '赵主管', '孙主管', '周经理']
const orgPlaces = ['华南', '华东', '华北', '西南', '中原', '江浙']
const orgTrades: Record<Flow, string> = {
  full: '信用卡中心',
  half: '消费金融',
  uv: '权益平台',
  city: '同城服务',
}
/** The version of every made-up agreement. */
const firstVersion = '1.0'
const planNames = ['标准', '优选', '夜间']

/** Adds channels, organizations and plans with all their terms; existing ones stay unchanged. */
export async function ensurePartners(client: pg.PoolClient, vault: Vault, until: number): Promise<Partners> {
  const { rows } = await client.query<{ id: string }>('select id from admin where username = $1', [
    demoUsername,
  ])
  const channels = await ensure(client, 'channel', 'code', channelRows(rows[0]?.id ?? null))
  await ensureKeys(client, vault, channels)
  const orgs = await ensure(client, 'org', 'code', orgRows(until))
  await noteAgreements(client, orgs)
  const startsOn = new Date(until - 400 * 86_400_000).toISOString().slice(0, 10)
  const planned = orgs.flatMap((orgId, index) => planRows(orgId, index, startsOn))
  await insertMissing(client, 'plan', '(org_id, name)', planned)
  const { rows: plans } = await client.query<OfFlow>(
    `select p.id, p.org_id as "orgId", p.price_fen as "priceFen", p.dedupe_days as "dedupeDays", p.flow, p.status = 'running' as "isRunning",
       o.status = 'paused' as "isPaused" from plan p join org o on o.id = p.org_id
     where p.org_id = any($1) and p.status <> 'draft' order by p.org_id, p.id`,
    [orgs],
  )
  await client.query(
    `insert into plan_window select p.id, d, w.from_time, w.to_time from plan p, generate_series(1, 7) d,
       (values ('夜间', time '20:00', time '24:00'), ('优选', '09:00', '12:00'), ('优选', '13:30', '21:00'))
         w (kind, from_time, to_time)
     where p.org_id = any($1) and p.name like '%' || w.kind || '%' on conflict do nothing`,
    [orgs],
  )
  // Every seventh plan excludes a channel of its flow.
  await client.query(
    `insert into plan_excluded_channel
     select p.id, (select min(c.id) from channel c where c.flow = p.flow and c.id = any($2)) from plan p
     where p.org_id = any($1) and p.id % 7 = 0 and exists (
       select from channel c where c.flow = p.flow and c.id = any($2)) on conflict do nothing`,
    [orgs, channels],
  )
  const of = (flow: Flow, fits: (plan: OfFlow) => boolean) =>
    orgs
      .map((orgId) => plans.filter((plan) => plan.orgId === orgId && plan.flow === flow && fits(plan)))
      .filter((own) => own.length > 0)
  const inEach = <T>(make: (flow: Flow) => T) =>
    ({ full: make('full'), half: make('half'), uv: make('uv'), city: make('city') }) satisfies Record<Flow, T>
  return {
    channels,
    orgs,
    terms: await readTerms(client, channels),
    plans: inEach((flow) => of(flow, () => true)),
    openPlans: inEach((flow) => of(flow, ({ isRunning, isPaused }) => isRunning && !isPaused)),
    whyNot: inEach((flow) =>
      plans
        .filter((plan) => plan.flow === flow && plan.isRunning && plan.isPaused)
        .map(({ id }) => [id, 'org', 'enabled', 'paused']),
    ),
  }
}

interface OfFlow extends DemoPlan {
  flow: Flow
  isRunning: boolean
  isPaused: boolean
}

async function readTerms(client: pg.PoolClient, channels: string[]): Promise<Map<string, ChannelTerms>> {
  const { rows } = await client.query<ChannelTerms & { id: string }>(
    `select id, settlement, coalesce(price_fen, 0) as "priceFen", coalesce(share_bp, 0) as "shareBp", deduction_bp as "deductionBp"
     from channel where id = any($1)`,
    [channels],
  )
  return new Map(rows.map(({ id, ...terms }) => [id, terms]))
}

type Row = Record<string, unknown>

/** @returns the ids of the rows, in order, whether the rows existed or not */
async function ensure(client: pg.PoolClient, table: string, key: string, rows: Row[]): Promise<string[]> {
  await insertMissing(client, table, `(${key})`, rows)
  const { rows: found } = await client.query<{ id: string }>(
    `select id from ${table} where ${key} = any($1) order by ${key}`,
    [rows.map((row) => row[key])],
  )
  return found.map(({ id }) => id)
}

async function insertMissing(client: pg.PoolClient, table: string, key: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map(
    (_, row) => `(${columns.map((_, index) => `$${row * columns.length + index + 1}`).join()})`,
  )
  await client.query(
    `insert into ${table} (${columns.join()}) values ${places.join()} on conflict ${key} do nothing`,
    rows.flatMap((row) => columns.map((column) => row[column])),
  )
}

/** Gives a key to each channel that has none. Nobody sees the secrets; the console shows a new one on request. */
async function ensureKeys(client: pg.PoolClient, vault: Vault, channels: string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from unnest($1::bigint[]) id where not exists (select from api_key k where k.channel_id = id)`,
    [channels],
  )
  for (const { id } of rows)
    await makeKey(dbOver(client), vault, { owner: { kind: 'channel', id }, isSandbox: false, by: null })
}

const phoneOf = (random: Random) => `138${String(random.below(100_000_000)).padStart(8, '0')}`
const flowOf = (at: number) => flows[at % flows.length] as Flow

/** @param ownerId the demo's administrator, who is in charge of most channels */
function channelRows(ownerId: string | null): Row[] {
  return Array.from({ length: channelCount }, (_, index) => {
    const random = randomFor(seed, index)
    const flow = flowOf(index)
    const settlement = { full: 'cpl', half: 'cpa', uv: 'cpuv', city: 'cps' }[flow]
    const code = `demo${String(index + 1).padStart(2, '0')}`
    return {
      code,
      name: `${channelNames[index % channelNames.length]}${channelWays[Math.floor(index / channelNames.length)]}`,
      flow,
      contact_name: random.pick(contacts),
      contact_phone: phoneOf(random),
      settlement,
      price_fen:
        settlement === 'cps'
          ? null
          : ({ cpl: 1800, cpa: 600, cpuv: 120 }[settlement] as number) + 50 * random.below(12),
      share_bp: settlement === 'cps' ? 1500 + 100 * random.below(20) : null,
      deduction_bp: random.pick([0, 0, 500, 1000, 1500]),
      daily_cap: random.pick([null, null, 500, 1000, 2000]),
      status: random.chance(0.9) ? 'enabled' : 'disabled',
      owner_id: random.chance(0.8) ? ownerId : null,
    }
  })
}

/** The agreements were offered since their organization was added, not since the demo was filled. */
const noteAgreements = (client: pg.PoolClient, orgs: string[]) =>
  client.query(
    `update org_agreement offered set offered_at = org.created_at from org
     where org.id = offered.org_id and org.id = any($1) and offered.version = $2`,
    [orgs, firstVersion],
  )

function orgRows(until: number): Row[] {
  return Array.from({ length: orgsPerFlow * flows.length }, (_, index) => {
    const random = randomFor(seed + 1, index)
    const flow = flowOf(index)
    const place = orgPlaces[Math.floor(index / flows.length)] as string
    const code = `org${String(index + 1).padStart(3, '0')}`
    const host = `https://${code}.example.com`
    const isJoint = flow === 'uv' || flow === 'city'
    return {
      code,
      name: `${place}${orgTrades[flow]}`,
      short_name: `${place}${orgTrades[flow].slice(0, 2)}`,
      flow,
      licence_no: `91${String(random.below(1_000_000_000)).padStart(9, '0')}MA5`,
      contact_name: random.pick(contacts),
      contact_phone: phoneOf(random),
      city_codes:
        flow === 'city' ? random.pick([['440300', '440100'], ['310100'], ['330100', '320100']]) : [],
      login_url: isJoint ? `${host}/login` : null,
      agreements: JSON.stringify(
        isJoint ? [] : [{ name: '个人信息授权书', url: `${host}/agreement/1`, version: firstVersion }],
      ),
      alert_fen: 500_000,
      status: random.chance(0.85) ? 'enabled' : 'paused',
      created_at: new Date(until - (400 - 3 * index) * 86_400_000),
      updated_at: new Date(until - (400 - 3 * index) * 86_400_000),
    }
  })
}

function planRows(orgId: string, at: number, startsOn: string): Row[] {
  const random = randomFor(seed + 2, at)
  const flow = flowOf(at)
  const base = { full: 4500, half: 3200, uv: 260, city: 380 }[flow]
  return planNames.slice(0, plansPerOrg).map((name, nth) => {
    const dailyCap = random.pick([null, 200, 500, 1000])
    const returnDays = flow === 'full' || flow === 'half' ? random.pick([0, 7, 15]) : 0
    return {
      org_id: orgId,
      name: `${orgPlaces[Math.floor(at / flows.length)]}${name}计划`,
      flow,
      price_fen: base + 100 * random.below(12),
      age_from: 22,
      age_to: 50 + random.below(6),
      income_bands: random.chance(0.4) ? ['from5kTo10k', 'from10kTo20k', 'above20k'] : [],
      social_insurance: flow === 'full' && random.chance(0.5) ? true : null,
      daily_cap: dailyCap,
      hourly_cap: dailyCap && random.chance(0.3) ? dailyCap / 10 : null,
      monthly_cap: dailyCap && random.chance(0.5) ? dailyCap * 20 : null,
      is_paced: dailyCap !== null && random.chance(0.5),
      return_days: returnDays,
      return_reasons: returnDays > 0 ? ['号码错误', '停机', '重复进件'] : [],
      daily_budget_fen: random.pick([null, 1_000_000, 3_000_000]),
      dedupe_days: random.pick([30, 30, 60]),
      priority: 30 + 20 * nth,
      starts_on: startsOn,
      status: nth === 2 ? random.pick(['paused', 'draft', 'ended']) : 'running',
    }
  })
}
