import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '@kabao/contract'
import { reports } from '@kabao/contract/statistics/report/reports'
import { assign } from '#crm/claim-and-assign'
import { mergeLeads } from '#crm/merge'
import { jsonMd5 } from '#partners/templates/shipped/json-md5'
import { unionpayTemplate } from '#payment/providers/templated/shipped/unionpay'
import { serverRoot } from '#platform/base/paths'
import { hashToken, newToken } from '#platform/base/token'
import { thumbnailKey } from '#platform/files/files'
import type { TestApp } from '../harness.ts'
import { type AreaRows, type areaWorld, fresh, matching } from './area-world.ts'
import type { Sample } from './samples.ts'
import { sampleOf } from './samples.ts'
import { confirmedSettlementIn, owedChannel, settlementIn } from './settlements.ts'

const source = join(serverRoot, 'src')
/** What the areas declare in their folders. */
const areaFiles = globSync('*/areas/*/test/world.ts', { cwd: source })
const areaWorlds = await Promise.all(
  areaFiles.map(async (file) => {
    const loaded = (await import(join(source, file))) as { default: ReturnType<typeof areaWorld> }
    return loaded.default
  }),
)

/** Rows to be read, changed and deleted, none of which belongs to the caller. Rows of several areas that need each other are made here. */
export interface World {
  /** What the areas made by themselves. */
  areas: readonly AreaRows[]
  /** The row that a request of this area names. */
  idOf: Record<string, string>
  /** An administrator who owns nothing and is not the caller. */
  ownerId: string
  roleId: string
  /** The only channel of the user in `idOf`. */
  channelId: string
  /** The mark of the rows that an act on all matching rows would change. */
  mark: (...ids: string[]) => string
  /** Feedback by its state; the one in `idOf` is pending. */
  feedback: { processing: string; closed: string }
  /** The beginning of the names of its products. */
  name: string
  /** Organizations that are enabled; those in `idOf` are paused. */
  enabled: Record<'org' | 'orgUv', string>
  /** Products that are on sale; those in `idOf` are drafts. */
  onSale: Record<'product' | 'productUv', string>
  /** Plans that are running, and plans that are paused; those in `idOf` are drafts. */
  plans: Record<'plan' | 'planUv', Record<'running' | 'paused', string>>
  /** Organizations that new plans can have. */
  planOrgs: Record<'plan' | 'planUv', string>
  /** A push plan that is scheduled, one that runs and one that is paused; the one in `idOf` is a draft. */
  scheduled: string
  running: string
  pausedRun: string
  /** The organization of the recharge in `idOf`. */
  orgId: string
  /** A push that can be returned. */
  returnable: string
  /** A channel that is owed something. */
  toSettle: string
  /** A settlement that can be paid; the one in `idOf` is a draft. */
  confirmedSettlement: string
  /** A collection channel that is enabled; a refund that was refused, and a notice, of the order. */
  collectionOn: string
  refused: string
  notice: string
  /** An order whose provider can be asked, and one with a notice that was given up. */
  askable: string
  missed: string
  /** A push that can be sent again. */
  failed: string
  /** The token of the statement link in `idOf`. */
  token: string
  /** By list, a simulation of somebody. */
  simulations: Record<'plan' | 'planUv', string>
  /** Channels that are disabled; those in `idOf` are enabled. */
  disabled: Record<'channel' | 'channelUv', string>
  /** A key of the partner in `idOf`, with a current and a previous secret, and a request by it. */
  key: Record<
    'channel' | 'channelUv' | 'org' | 'orgUv',
    { id: string; current: string; previous: string; request: string }
  >
  /** A previous secret of the organization or collection channel in `idOf`. */
  previousSecret: Record<'org' | 'orgUv' | 'collection', string>
  /** By list, an import that waits for confirmation. */
  imports: Record<
    | 'blacklist'
    | 'product'
    | 'productUv'
    | 'channel'
    | 'channelUv'
    | 'pushReturn'
    | 'poolLink'
    | 'lead'
    | 'user',
    string
  >
  /** A file that can be imported. */
  importFileId: string
  /** A list of somebody else that can be compared with ours. */
  listFileId: string
  /** A dry run of a comparison. */
  reconcileCheck: string
  /** A difference that was closed; the one in `idOf` is open. */
  closedDifference: string
  /** A salesman on leave; the one in `idOf` is on duty. Both are in the team of this head. */
  salesmanOnLeave: string
  salesmanHead: string
  /** A planned leave of this head. */
  salesmanLeave: string
  salesmanTeam: string
  /** A lead that waits in the public pool; the one in `idOf` is held by the head. */
  waitingLead: string
  /** One that can be merged, and what was merged into the one in `idOf`. */
  otherLead: string
  leadMerge: string
}

const nameOf = (statement: string) =>
  `world-${createHash('sha256').update(statement).digest('hex').slice(0, 40)}`

/** Creates one row of everything, owned by a third person. Call it again for new rows. */
export async function createWorld({ db, pool, as, vault, storage }: TestApp): Promise<World> {
  // Prepared: a world is made for each call that writes, and planning its statements takes longer than running them.
  const one = async (text: string, values: unknown[] = []): Promise<string> =>
    (await pool.query({ name: nameOf(text), text: `${text} returning id`, values })).rows[0].id
  const owner = await as()
  const name = `w${Math.random().toString(36).slice(2, 12)}`
  const areas: AreaRows[] = []
  for (const make of areaWorlds)
    areas.push(await make({ one, pool, db, vault, storage, ownerId: owner.adminId, name }))
  const channel = await one(`insert into channel (code, name, flow, owner_id) values ($1, $1, 'full', $2)`, [
    name,
    owner.adminId,
  ])
  /** A channel that nothing refers to. */
  const idle = (flow: string, status: string) =>
    one(`insert into channel (name, flow, status, owner_id) values ($1, $2, $3, $4)`, [
      `${name}c-${status}`,
      flow,
      status,
      owner.adminId,
    ])
  const channels = { channel: await idle('full', 'enabled'), channelUv: await idle('uv', 'enabled') }
  const disabled = { channel: await idle('full', 'disabled'), channelUv: await idle('uv', 'disabled') }
  const keyOf = async (column: 'channel_id' | 'org_id', partnerId: string) => {
    const id = await one(`insert into api_key (key, ${column}, is_sandbox) values ($1, $2, true)`, [
      `ck_${name}_${column}_${partnerId}`,
      partnerId,
    ])
    const secret = (slot: string) =>
      one(
        `insert into api_secret (api_key_id, slot, value_sealed, place, expires_at)
         values ($1, $2::text, '', 'apiSecret', case when $2 = 'previous' then now() + interval '1 day' end)`,
        [id, slot],
      )
    const request = await one(
      `insert into open_request (${column}, api_key_id, call, path, code, is_sandbox, ms, ip)
       values ($1, $2, 'open.visit', '/open/visit', '0000', true, 1, '203.0.113.7')`,
      [partnerId, id],
    )
    return { id, request, current: await secret('current'), previous: await secret('previous') }
  }
  const user = await one(
    `insert into "user" (flow, channel_id, name, device) values ('full', $1, '王五', $2)`,
    [channel, name],
  )
  const role = await one('insert into role (code, name) values ($1, $1)', [name])
  const admin = await one(`insert into admin (username, name, password_hash) values ($1, $1, '-')`, [name])
  await pool.query(`insert into second_factor (admin_id, secret_sealed) values ($1, '')`, [admin])
  const session = await one('insert into session (token_hash, admin_id) values ($1, $2)', [
    Buffer.from(name),
    admin,
  ])
  const org = await one(`insert into org (code, name, flow) values ($1, $1, 'full')`, [name])
  const plan = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on, return_days, return_reasons)
     values ($1, $2, 'full', 1, current_date, 7, '{空号}')`,
    [org, name],
  )
  const push = await one(
    `insert into push_record (user_id, channel_id, org_id, plan_id, flow, status) values ($1, $2, $3, $4, 'full', 'unknown')`,
    [user, channel, org, plan],
  )
  const told = (status: string) =>
    one(
      `insert into feedback (user_id, kind, content, status, handled_by, handled_at)
       values ($1, 'other', '你好', $2::text, case when $2 <> 'pending' then $3::bigint end, case when $2 = 'closed' then now() end)`,
      [user, status, owner.adminId],
    )
  const feedback = await told('pending')
  const image = await one(
    `insert into file (use, key, name, media_type, size, sha256, width, height, status, owner_kind, owner_id, unclaimed_since)
     values ('feedback', $1, 'a.png', 'image/png', 1, '', 1, 1, 'stored', 'feedback', $2, null)`,
    [`${name}-image`, feedback],
  )
  for (const key of [name, `${name}-image`, thumbnailKey(`${name}-image`)]) {
    const path = join(storage.incoming, key)
    await writeFile(path, 'x')
    await storage.put(key, path, { size: 1, sha256: Buffer.alloc(32), mediaType: 'image/png' })
  }
  const list = await one(
    // No other test uses its number.
    `insert into file (id, use, key, name, media_type, size, sha256, status, created_by) overriding system value
     values (1e9 + (random() * 8e9)::bigint, 'import', $1, 'a.csv', 'text/csv', 1, '', 'stored', $2)`,
    [name, owner.adminId],
  )
  const toCompare = await one(
    `insert into file (id, use, key, name, media_type, size, sha256, status, created_by) overriding system value
     values (1e9 + (random() * 8e9)::bigint, 'reconcile', $1, 'a.csv', 'text/csv', 1, '', 'stored', $2)`,
    [`${name}-list`, owner.adminId],
  )
  const reconcileCheck = await one(
    `insert into reconcile_check (kind, org_id, day, to_day, status, created_by)
     values ('orgList', $1, '2026-01-01', '2026-01-01', 'done', $2)`,
    [org, owner.adminId],
  )
  const report = { counts: { wrong: 1 }, rows: [] }
  /** An import into a list, with one wrong row. */
  const importInto = async (into: string, problem: string) => {
    const task = await one(
      `insert into import_task (list, file_name, status, report, checked_at, created_by) values ($3, 'a.csv', 'checked', $1, now(), $2)`,
      [report, owner.adminId, into],
    )
    await pool.query(
      `insert into import_row (import_id, line, state, problems, cells_sealed) values ($1, 2, 'wrong', $3, $2)`,
      [task, vault.seal('{}', 'import_row.cells'), problem],
    )
    return task
  }
  const imports = {
    blacklist: await importInto('blacklist', 'value.required'),
    product: await importInto('product', 'name.required'),
    productUv: await importInto('productUv', 'name.required'),
    channel: await importInto('channel', 'name.required'),
    channelUv: await importInto('channelUv', 'name.required'),
    pushReturn: await importInto('pushReturn', 'value.required'),
    poolLink: await importInto('poolLink', 'url.required'),
    lead: await importInto('lead', 'phone.required'),
    user: await importInto('user', 'phone.required'),
  }
  const product = (flow: string, status: string) =>
    one(
      `insert into product (name, kind, flow, status, face_fen, price_fen, valid_days, target_url)
       values ($1, 'coupon', $2::text, $3, 100, 90, 30, case when $2 = 'uv' then 'https://a.example.com/' end)`,
      [`${name}-${status}`, flow, status],
    )
  const products = { product: await product('full', 'draft'), productUv: await product('uv', 'draft') }
  const onSale = { product: await product('full', 'onSale'), productUv: await product('uv', 'onSale') }
  const partner = (flow: string, status: string) =>
    one(
      `insert into org (code, name, flow, status, login_url)
       values ($1, $2, $3::text, $4, case when $3 = 'uv' then 'https://a.example.com/' end)`,
      [fresh().slice(0, 12), `${name}-${flow}-${status}`, flow, status],
    )
  const orgs = { org: await partner('full', 'paused'), orgUv: await partner('uv', 'paused') }
  const key = {
    channel: await keyOf('channel_id', channels.channel),
    channelUv: await keyOf('channel_id', channels.channelUv),
    org: await keyOf('org_id', orgs.org),
    orgUv: await keyOf('org_id', orgs.orgUv),
  }
  const enabled = { org: await partner('full', 'enabled'), orgUv: await partner('uv', 'enabled') }
  for (const org of Object.values(enabled))
    await pool.query('insert into org_template (org_id, template) values ($1, $2)', [org, jsonMd5])
  const planOrg = (flow: string) =>
    one(`insert into org (code, name, flow, status) values ($1, $1, $2, 'enabled')`, [fresh(), flow])
  const planOrgs = { plan: await planOrg('full'), planUv: await planOrg('uv') }
  const planIn = (area: 'plan' | 'planUv', status: string) =>
    one(
      `insert into plan (org_id, name, flow, status, price_fen, starts_on)
       values ($1, $2, $3, $4, 100, current_date)`,
      [planOrgs[area], `${name}p-${status}`, area === 'plan' ? 'full' : 'uv', status],
    )
  const drafts = { plan: await planIn('plan', 'draft'), planUv: await planIn('planUv', 'draft') }
  // Both plans did not fit the user.
  const matchRun = await one(`insert into match_run (user_id, flow) values ($1, 'full')`, [user])
  await pool.query(
    `insert into plan_why_not (plan_id, day, rule, n, run_ids)
     select id, current_date, 'city', 1, array[$2::bigint] from unnest($1::bigint[]) id`,
    [Object.values(drafts), matchRun],
  )
  const plans = {
    plan: { running: await planIn('plan', 'running'), paused: await planIn('plan', 'paused') },
    planUv: { running: await planIn('planUv', 'running'), paused: await planIn('planUv', 'paused') },
  }
  const simulated = (flow: string) =>
    one(
      `insert into plan_simulation (flow, terms, status, failure, created_by)
       values ($1, '{}', 'failed', 'stopped', $2)`,
      [flow, owner.adminId],
    )
  const simulations = { plan: await simulated('full'), planUv: await simulated('uv') }
  const pushPlanIn = (status: string) =>
    one(
      `insert into push_plan (name, plan_id, schedule, per_minute, status, created_by)
       values ($1, $2, 'now', 60, $3, $4)`,
      [`${name}-${status}`, plan, status, owner.adminId],
    )
  const acceptedPush = async () =>
    one(
      `insert into push_record (user_id, channel_id, org_id, plan_id, flow, status, responded_at)
       values ($1, $2, $3, $4, 'full', 'accepted', now() + interval '1 minute')`,
      [user, channel, org, plan],
    )
  const pushReturn = await one(
    `insert into push_return (push_id, user_id, org_id, plan_id, channel_id, reason, asked_way, asked_by)
     values ($1, $2, $3, $4, $5, '空号', 'admin', $6)`,
    [await acceptedPush(), user, org, plan, channel, owner.adminId],
  )
  const settlement = await settlementIn(pool, { channelId: channel, by: owner.adminId, name })
  const toSettle = await owedChannel(pool, owner.adminId)
  const recharge = await one(
    `insert into recharge (org_id, way, amount_fen, created_by) values ($1, 'bank', 100, $2)`,
    [org, owner.adminId],
  )
  const adjustment = await one(
    `insert into adjustment (kind, channel_id, amount_fen, reason, link_kind, link_id, created_by)
     values ('adjust', $1, 100, '补记', 'push', $2, $3)`,
    [channel, push, owner.adminId],
  )
  const returnable = await acceptedPush()
  const failed = await one(
    `insert into push_record (user_id, channel_id, org_id, plan_id, flow, status, request_at)
     values ($1, $2, $3, $4, 'full', 'failed', default)`,
    [user, channel, org, plan],
  )
  const poolBatch = await one(`insert into pool_batch (import_id, file_name) values ($1, 'a.csv')`, [
    imports.poolLink,
  ])
  const poolLink = await one(
    `insert into pool_link (url, product_id, amount_fen, batch_id) values ($1, $2, 90, $3)`,
    [`https://pay.example.com/${name}`, onSale.product, poolBatch],
  )
  const pushTrouble = await one(
    `insert into push_trouble (push_id, plan_id, user_id, org_id, channel_id, kind) values ($1, $2, $3, $4, $5, 'dead')`,
    [failed, plan, user, org, channel],
  )
  const collectionIn = (status: string) =>
    one(`insert into collection (name, provider, status) values ($1, 'pool', $2)`, [
      `${name}-${status}`,
      status,
    ])
  const collection = await collectionIn('disabled')
  const collectionOn = await collectionIn('enabled')
  const previousOf = (kind: 'org' | 'collection', id: string) =>
    one(
      `insert into previous_secret (${kind}_id, name, value_sealed, ends_at) values ($1, 'key', $2, now() + interval '1 day')`,
      [id, vault.seal('{"key":"before"}', `previousSecret.${kind}:${id}.key`)],
    )
  const previousSecret = {
    org: await previousOf('org', orgs.org),
    orgUv: await previousOf('org', orgs.orgUv),
    collection: await previousOf('collection', collection),
  }
  const order = await one(
    `insert into payment_order (channel_id, user_id, product_id, collection_id, provider, closes_at, amount_fen, paid_fen, channel_no,
       subject, status, paid_at, trade_no)
     values ($1, $2, $3, $4, 'pool', now(), 100, 100, $5, 'x', 'paid', now(), $5)`,
    [channel, user, onSale.product, collectionOn, name],
  )
  const refused = await one(
    `insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen, status)
     values ($1, $2, 'pool', $3, 'asked', 1, 'refused')`,
    [order, collectionOn, name],
  )
  const notice = await one(
    `insert into payment_notice (order_id, channel_id, event) values ($1, $2, 'paid')`,
    [order, channel],
  )
  const otherOrderIn = (channelNo: string) =>
    one(
      `insert into payment_order (channel_id, user_id, product_id, closes_at, amount_fen, channel_no, subject)
       values ($1, $2, $3, now(), 100, $4, 'x')`,
      [channel, user, onSale.product, `${name}-${channelNo}`],
    )
  const [askable, missed] = [await otherOrderIn('askable'), await otherOrderIn('missed')]
  await pool.query(`update payment_order set provider = 'pool' where id = $1`, [missed])
  await one(
    `insert into payment_notice (order_id, channel_id, event, status) values ($1, $2, 'closed', 'givenUp')`,
    [missed, channel],
  )
  const suspenseIn = async (kind: string) =>
    one(
      `insert into payment_suspense (provider, trade_no, collection_id, order_id, channel_id, order_no, kind, amount_fen, paid_at)
       values ('pool', $1, $2, $3, $4, 'x', 'amount', 100, now())`,
      [`${name}-${kind}`, collectionOn, order, channel],
    )
  const suspense = await suspenseIn('open')
  const resolution = await one(
    `insert into payment_resolution (kind, suspense_id, order_id, channel_id, amount_fen, reason, created_by)
     values ('writeOff', $1, $2, $3, 100, '核实', $4)`,
    [await suspenseIn('decided'), order, channel, owner.adminId],
  )
  const reconcile = await one(
    `insert into reconcile as r (kind, day, to_day, status) values ('within', '2026-01-01', '2026-01-01', 'done')
     on conflict (kind, org_id, collection_id, day, to_day) do update set status = 'done'`,
  )
  const differenceIn = (status: string) =>
    one(
      `insert into difference (kind, owner_id, item, ref, shown, gap, day, reconcile_id, org_id, channel_id, ours_fen, status)
       values ('within', 0, 'charge', $1, $1, 'missingThere', '2026-01-01', $2, $3, $4, 100, $5)`,
      [`${name}-${status}`, reconcile, org, channel, status],
    )
  const difference = await differenceIn('open')
  const closedDifference = await differenceIn('closed')
  const correction = await one(
    `insert into correction (difference_id, channel_id, amount_fen, reason, created_by) values ($1, $2, 100, '更正', $3)`,
    [await differenceIn('correcting'), channel, owner.adminId],
  )
  // What the channel is owed for the failed push.
  const transfer = (
    await pool.query(
      `select (book_transfer((select id from account where kind = 'channelCost'), a.id, 1, 'cost', 'push', $2, current_date,
         null, null, 0)).booking.id from account a where a.channel_id = $1`,
      [channel, failed],
    )
  ).rows[0].id
  const token = newToken()
  const statementLink = await one(
    `insert into statement_link (org_id, month, token_hash, expires_at, created_by)
     values ($1, '2026-01-01', $2, now() + interval '1 day', $3)`,
    [org, hashToken(token), owner.adminId],
  )
  // Two live keys, of which one can be ended. Worlds that are made at once share them.
  const checkKeyIn = (slot: 'a' | 'b') =>
    one(
      `insert into check_key (slot, value_sealed) values ($1, $2)
       on conflict (slot) do update set value_sealed = excluded.value_sealed`,
      [slot, vault.seal(`ckey_${slot}`, `checkKey.${slot}`)],
    )
  await checkKeyIn('b')
  const checkKey = await checkKeyIn('a')
  const pushPlan = await pushPlanIn('draft')
  const scheduled = await pushPlanIn('scheduled')
  const running = await pushPlanIn('running')
  const pausedRun = await pushPlanIn('paused')
  const savedView = await one(
    `insert into saved_view (owner_id, list, name, sort, role_id) values ($1, 'user', $2, '-createdAt', $3)`,
    [owner.adminId, name, role],
  )
  // An act of a salesman names another one by the id of a sample.
  const first = await one(`insert into admin (username, name, password_hash) values ($1, $1, '-')`, [
    `${name}-first`,
  ])
  await pool.query(
    `with added as (
       insert into salesman (id, admin_id, name) overriding system value values (1, $1, '接手人') on conflict (id) do nothing returning id
     ) select setval(pg_get_serial_sequence('salesman', 'id'), greatest((select max(id) from salesman), 1)) from added`,
    [first],
  )
  const team = (of: string) => one('insert into sales_team (name) values ($1)', [`${name}-${of}`])
  const [salesTeam, teamOfHead, teamOfPool] = [await team('empty'), await team('head'), await team('pool')]
  const salesmanIn = async (status: string) => {
    const account = await one(`insert into admin (username, name, password_hash) values ($1, $1, '-')`, [
      fresh(),
    ])
    return one(
      `insert into salesman (admin_id, name, phone, team_id, status, leave_from)
       values ($1, $2, '13800001234', $3, $4::text, case when $4 = 'onLeave' then now() end)`,
      [account, name, teamOfHead, status],
    )
  }
  const salesman = await salesmanIn('onDuty')
  const salesmanOnLeave = await salesmanIn('onLeave')
  const salesmanHead = await salesmanIn('onDuty')
  const salesmanLeave = await one(
    `insert into salesman_leave (salesman_id, deputy_id, first_on, last_on) values ($1, $2, current_date + 30, current_date + 32)`,
    [salesmanHead, salesmanOnLeave],
  )
  await pool.query('update sales_team set head_id = $1 where id = $2', [salesmanHead, teamOfHead])
  const leadPool = await one(`insert into lead_pool (name, kind, team_id) values ($1, 'team', $2)`, [
    name,
    teamOfPool,
  ])
  const newLead = () =>
    one(
      `insert into lead (phone, source, pool_id) select '1' || lpad((random() * 9999999999)::bigint::text, 10, '0'), 'manual', id
       from lead_pool where kind = 'public'`,
    )
  const [lead, waitingLead] = [await newLead(), await newLead()]
  await pool.query('update lead set channel_id = $1 where id = $2', [channel, waitingLead])
  const [otherLead, mergedLead] = [await newLead(), await newLead()]
  const byNobody = { by: null, day: '2026-01-01' }
  const { id: leadMerge } = await db.transaction().execute(async (write) => {
    await assign(write, { leadId: lead, salesmanId: salesmanHead, ...byNobody })
    return mergeLeads(write, { keepId: lead, otherId: mergedLead, fields: [], ...byNobody })
  })
  const state = { processing: await told('processing'), closed: await told('closed') }
  const hashed = await pool.query(
    'select id, hashint8extended(id, 0)::text as hash from unnest($1::bigint[]) id',
    [
      [
        user,
        feedback,
        state.processing,
        pushPlan,
        scheduled,
        running,
        pausedRun,
        pushReturn,
        failed,
        poolLink,
        collection,
        collectionOn,
        askable,
        missed,
        lead,
        waitingLead,
        ...areas.flatMap(({ marked = [] }) => marked),
      ].concat(
        ...[channels, disabled, orgs, enabled, products, onSale, drafts, plans.plan, plans.planUv].map(
          (each) => Object.values(each),
        ),
      ),
    ],
  )
  const hashes = new Map(hashed.rows.map(({ id, hash }) => [id as string, BigInt(hash)]))
  return {
    mark: (...ids) => `999999999999999999.${ids.reduce((all, id) => all ^ (hashes.get(id) as bigint), 0n)}`,
    imports,
    importFileId: list,
    listFileId: toCompare,
    reconcileCheck,
    closedDifference,
    salesmanOnLeave,
    salesmanHead,
    salesmanLeave,
    salesmanTeam: teamOfHead,
    waitingLead,
    otherLead,
    leadMerge,
    feedback: state,
    onSale,
    disabled,
    plans,
    planOrgs,
    scheduled,
    running,
    pausedRun,
    orgId: org,
    returnable,
    toSettle,
    confirmedSettlement: await confirmedSettlementIn(pool, owner.adminId, name),
    failed,
    collectionOn,
    refused,
    notice,
    askable,
    missed,
    token,
    simulations,
    key,
    previousSecret,
    enabled,
    name,
    areas,
    idOf: {
      ...Object.assign({}, ...areas.map(({ idOf }) => idOf)),
      push,
      feedback,
      user,
      role,
      admin,
      session,
      secondFactor: admin,
      savedView,
      file: image,
      audit: await one(`insert into audit_log (point) values ('plan:update')`),
      ...orgs,
      ...drafts,
      pushPlan,
      pushReturn,
      settlement,
      recharge,
      adjustment,
      pushTrouble,
      poolLink,
      collection,
      order,
      suspense,
      resolution,
      reconcile,
      difference,
      correction,
      ledger: transfer,
      statement: statementLink,
      salesman,
      salesTeam,
      leadPool,
      lead,
      checkKey,
      ...products,
      ...channels,
    },
    ownerId: owner.adminId,
    roleId: role,
    channelId: channel,
  }
}

/** The calls for the API keys and the requests of a partner. */
const keyCalls = (area: keyof World['key']): [string, (world: World) => Partial<Sample>][] => [
  [`${area}.makeKey`, () => ({ body: { isSandbox: false } })],
  [
    `${area}.changeSecret`,
    ({ idOf, key }: World) => ({
      params: { id: idOf[area] as string, keyId: key[area].id },
      body: { seenSecretId: key[area].current, overlapDays: 0 },
    }),
  ],
  [
    `${area}.endSecret`,
    ({ idOf, key }: World) => ({
      params: { id: idOf[area] as string, keyId: key[area].id, secretId: key[area].previous },
    }),
  ],
  [
    `${area}.revokeKey`,
    ({ idOf, key }: World) => ({ params: { id: idOf[area] as string, keyId: key[area].id } }),
  ],
  [`${area}.guide`, () => ({ query: { keys: 'live' } })],
  [`${area}.requests`, () => ({ body: { current: 1, size: 20 } })],
  [
    `${area}.request`,
    ({ idOf, key }: World) => ({ params: { id: idOf[area] as string, requestId: key[area].request } }),
  ],
  [`${area}.compareSignature`, () => ({ body: pastedRequest })],
]

/** A sample has every filter, of which each report takes some. */
const ofReports = Object.fromEntries(
  reports.flatMap(({ name, figures: [figure] }) => [
    [`${name}.chart`, () => ({ body: {} })],
    [`${name}.records`, () => ({ body: { figure } })],
    [`${name}.export`, () => ({ body: { format: 'csv', columns: ['period', figure] } })],
  ]),
)

/** Requests that the schemas alone do not determine: by the endpoint's name, the request that succeeds. */
const byHand: Record<string, (world: World, sample: Sample) => Partial<Sample>> = {
  'user.channels': () => ({ query: {} }),
  'user.export': () => ({ body: { format: 'csv', columns: ['id'] } }),
  'role.create': () => ({ body: { code: fresh(), name: '样例', nodes: [] } }),
  'role.update': (world) => ({ body: { id: world.idOf.role, version: 1, name: '样例', nodes: [] } }),
  'setting.update': () => ({ body: { 'business.timezone': { value: null, version: 0 } } }),
  'role.preview': () => ({ body: { nodes: [] } }),
  'admin.create': (world) => ({ body: { username: fresh(), name: '样例', roleIds: [world.roleId] } }),
  'admin.update': (world) => ({
    body: { id: world.idOf.admin, version: 1, name: '样例', roleIds: [world.roleId] },
  }),
  ...Object.fromEntries(
    (['product', 'productUv'] as const).flatMap((area) => [
      [`${area}.create`, () => ({ body: newProduct(area) })],
      [
        `${area}.update`,
        (world: World) => ({ body: { id: world.idOf[area], version: 1, ...newProduct(area) } }),
      ],
      [`${area}.orgs`, () => ({ query: {} })],
      [`${area}.move`, () => ({ body: { to: 'top' } })],
      [`${area}.takeOffSale`, ({ onSale }: World) => ({ params: { id: onSale[area] } })],
      ...Object.entries({
        putOnSale: ({ idOf }: World) => idOf[area],
        takeOffSale: ({ onSale }: World) => onSale[area],
      }).flatMap(([act, idIn]) => [
        [`${area}.${act}Count`, ({ name }: World) => ({ body: { filter: { name } } })],
        [
          `${area}.${act}Matching`,
          (world: World) => ({ body: matching({ name: world.name }, world, idIn(world)) }),
        ],
      ]),
    ]),
  ),
  ...Object.fromEntries(
    (['channel', 'channelUv'] as const).flatMap((area) => [
      [`${area}.create`, () => ({ body: newChannel(area) })],
      [
        `${area}.update`,
        ({ idOf }: World) => ({ body: { id: idOf[area], version: 1, ...newChannel(area) } }),
      ],
      [`${area}.owners`, () => ({ query: {} })],
      [`${area}.enable`, ({ disabled }: World) => ({ params: { id: disabled[area] } })],
      ...keyCalls(area),
      ...Object.entries({
        enable: ({ disabled }: World) => disabled[area],
        disable: ({ idOf }: World) => idOf[area],
      }).flatMap(([act, idIn]) => [
        [`${area}.${act}Count`, ({ name }: World) => ({ body: { filter: { name: `${name}c` } } })],
        [
          `${area}.${act}Matching`,
          (world: World) => ({ body: matching({ name: `${world.name}c` }, world, idIn(world)) }),
        ],
      ]),
    ]),
  ),
  ...Object.fromEntries(
    (['org', 'orgUv'] as const).flatMap((area) => [
      ...keyCalls(area),
      [`${area}.create`, () => ({ body: newOrg(area) })],
      [`${area}.delivery`, () => ({ query: { span: 'day' } })],
      [`${area}.saveCaps`, () => ({ body: { version: 1, caps: [{ span: 'day', most: 5 }] } })],
      [`${area}.update`, (world: World) => ({ body: { id: world.idOf[area], version: 1, ...newOrg(area) } })],
      [`${area}.salesmen`, () => ({ query: {} })],
      [`${area}.previewTemplate`, () => ({ body: { template: jsonMd5, stage: 'submit' } })],
      [
        `${area}.endTemplateSecret`,
        ({ idOf, previousSecret }: World) => ({
          params: { id: idOf[area] as string, secretId: previousSecret[area] },
        }),
      ],
      [
        `${area}.saveTemplate`,
        () => ({
          body: {
            version: 0,
            template: jsonMd5,
            secrets: jsonMd5.secrets.map(({ name }) => ({ name, value: 'x'.repeat(32) })),
          },
        }),
      ],
      [
        `${area}.tryTemplate`,
        // An address of the own network: the trial is refused before anything is sent.
        ({ enabled }: World) => ({
          params: { id: enabled[area] },
          body: { stage: 'submit', address: 'https://10.0.0.1/' },
        }),
      ],
      [`${area}.pause`, ({ enabled }: World) => ({ params: { id: enabled[area] } })],
      ...Object.entries({
        enable: ({ idOf }: World) => [idOf[area]],
        pause: ({ enabled }: World) => [enabled[area]],
        disable: ({ enabled, idOf }: World) => [idOf[area], enabled[area]],
      }).flatMap(([act, idsIn]) => [
        [`${area}.${act}Count`, ({ name }: World) => ({ body: { filter: { name: `${name}-` } } })],
        [
          `${area}.${act}Matching`,
          (world: World) => ({ body: matching({ name: `${world.name}-` }, world, ...idsIn(world)) }),
        ],
      ]),
    ]),
  ),
  ...Object.fromEntries(
    (['plan', 'planUv'] as const).flatMap((area) => [
      [
        `${area}.saveCaps`,
        ({ channelId }: World) => ({ body: { version: 1, caps: [{ channelId, span: 'day', most: 5 }] } }),
      ],
      ...['create', 'preview', 'simulate'].map((key) => [
        `${area}.${key}`,
        (world: World) => ({ body: newPlan(area, world) }),
      ]),
      [
        `${area}.update`,
        (world: World) => ({ body: { id: world.idOf[area], version: 1, ...newPlan(area, world) } }),
      ],
      [`${area}.orgs`, () => ({ query: {} })],
      [`${area}.channels`, () => ({ query: {} })],
      [`${area}.whyNotExamples`, () => ({ query: { rule: 'city' } })],
      [`${area}.orgCities`, ({ planOrgs }: World) => ({ params: { id: planOrgs[area] } })],
      ...['simulation', 'cancelSimulation'].map((key) => [
        `${area}.${key}`,
        ({ simulations }: World) => ({ params: { id: simulations[area] } }),
      ]),
      [`${area}.pause`, ({ plans }: World) => ({ params: { id: plans[area].running } })],
      [`${area}.resume`, ({ plans }: World) => ({ params: { id: plans[area].paused } })],
      [`${area}.end`, ({ plans }: World) => ({ params: { id: plans[area].paused } })],
      ...Object.entries({
        start: ({ idOf }: World) => [idOf[area]],
        pause: ({ plans }: World) => [plans[area].running],
        resume: ({ plans }: World) => [plans[area].paused],
        end: ({ plans }: World) => [plans[area].running, plans[area].paused],
      }).flatMap(([act, idsIn]) => [
        [`${area}.${act}Count`, ({ name }: World) => ({ body: { filter: { name: `${name}p` } } })],
        [
          `${area}.${act}Matching`,
          (world: World) => ({ body: matching({ name: `${world.name}p` }, world, ...idsIn(world)) }),
        ],
      ]),
    ]),
  ),
  'pushPlan.create': (world) => ({ body: newPushPlan(world) }),
  'pushPlan.update': (world) => ({ body: { id: world.idOf.pushPlan, version: 1, ...newPushPlan(world) } }),
  'pushPlan.audience': ({ idOf }) => ({ body: { planId: idOf.plan } }),
  'pushPlan.plans': () => ({ query: {} }),
  'pushPlan.channels': () => ({ query: {} }),
  'pushPlan.withdraw': ({ scheduled }) => ({ params: { id: scheduled } }),
  'pushPlan.pause': ({ running }) => ({ params: { id: running } }),
  'pushPlan.resume': ({ pausedRun }) => ({ params: { id: pausedRun } }),
  ...Object.fromEntries(
    Object.entries({
      schedule: ({ idOf }: World) => [idOf.pushPlan],
      pause: ({ running }: World) => [running],
      resume: ({ pausedRun }: World) => [pausedRun],
      cancel: ({ idOf, scheduled, running, pausedRun }: World) => [
        ...[idOf.pushPlan, scheduled, running, pausedRun],
      ],
    }).flatMap(([act, idsIn]) => [
      [`pushPlan.${act}Count`, ({ name }: World) => ({ body: { filter: { name } } })],
      [
        `pushPlan.${act}Matching`,
        (world: World) => ({ body: matching({ name: world.name }, world, ...idsIn(world)) }),
      ],
    ]),
  ),
  'ledger.export': () => ({ body: { format: 'csv', columns: ['id'] } }),
  'statement.sheet': ({ idOf }) => ({ query: { orgId: idOf.org as string, month: '2026-01' } }),
  'statement.page': ({ idOf }) => ({ body: { orgId: idOf.org, month: '2026-01' } }),
  'statement.export': ({ idOf }) => ({
    body: { orgId: idOf.org, month: '2026-01', format: 'csv', columns: ['id'] },
  }),
  'statement.overview': () => ({ body: { month: '2026-01' } }),
  'statement.exportOverview': () => ({ body: { month: '2026-01', format: 'csv', columns: ['orgCode'] } }),
  'statement.send': ({ idOf }) => ({ body: { orgId: idOf.org, month: '2026-01', days: 7 } }),
  'statement.open': ({ token }) => ({ body: { token } }),
  'statement.file': ({ token }) => ({ body: { token } }),
  'pushTrouble.assign': ({ ownerId }) => ({ body: { version: 1, ownerId } }),
  'push.resend': ({ failed }) => ({ params: { id: failed } }),
  'push.resendCount': ({ channelId }) => ({ body: { filter: { channelId } } }),
  'push.resendMatching': (world) => ({ body: matching({ channelId: world.channelId }, world, world.failed) }),
  'reconcile.bill': ({ idOf, listFileId: fileId }) => ({
    body: { collectionId: idOf.collection, day: '2026-01-01', fileId },
  }),
  // A day of long ago: no job runs, and nothing is called.
  'reconcile.download': ({ idOf }) => ({ body: { collectionId: idOf.collection, day: '2026-01-01' } }),
  'reconcile.checked': ({ reconcileCheck: id }) => ({ params: { id } }),
  'reconcile.template': () => ({ params: {}, query: { of: 'bill', format: 'csv' } }),
  'reconcile.check': ({ idOf, listFileId: fileId }) => ({
    body: { collectionId: idOf.collection, day: '2026-01-01', fileId },
  }),
  'reconcile.orgList': ({ idOf, listFileId: fileId }) => ({
    body: { orgId: idOf.org, day: '2026-01-01', toDay: '2026-01-01', fileId },
  }),
  'difference.reopen': ({ closedDifference: id }) => ({ params: { id } }),
  'correction.ask': ({ idOf }) => ({ params: { id: idOf.difference } }),
  'settlement.results': ({ idOf }) => ({ body: { settlementId: idOf.settlement } }),
  'settlement.exportResults': ({ idOf }) => ({
    body: { settlementId: idOf.settlement, format: 'csv', columns: ['number'] },
  }),
  'settlement.create': ({ toSettle }) => ({ body: { channelId: toSettle, toDay: '2026-03-31' } }),
  'settlement.pay': ({ confirmedSettlement: id }) => ({ params: { id }, body: { version: 1 } }),
  'settlement.voucher': ({ confirmedSettlement: id }) => ({
    params: { id },
    body: { version: 1, voucherFileId: null },
  }),
  'collection.previewTemplate': () => ({ body: { template: unionpayTemplate, stage: 'query' } }),
  'collection.create': () => ({ body: { name: `c-${Math.random()}`, provider: 'pool' } }),
  'collection.update': ({ idOf }) => ({
    body: { id: idOf.collection, version: 1, name: `c-${Math.random()}`, provider: 'pool' },
  }),
  'collection.endSecret': ({ idOf, previousSecret }) => ({
    params: { id: idOf.collection as string, secretId: previousSecret.collection },
  }),
  'collection.disable': ({ collectionOn }) => ({ params: { id: collectionOn } }),
  ...Object.fromEntries(
    (['enable', 'disable'] as const).flatMap((act) => [
      [`collection.${act}Count`, ({ name }: World) => ({ body: { filter: { name } } })],
      [
        `collection.${act}Matching`,
        (world: World) => ({
          body: matching(
            { name: world.name },
            world,
            ...[act === 'enable' ? (world.idOf.collection as string) : world.collectionOn],
          ),
        }),
      ],
    ]),
  ),
  'order.refund': () => ({ body: { amountFen: 1, reason: '退货' } }),
  'order.refundAgain': ({ refused }) => ({ params: { id: refused } }),
  'order.notify': ({ notice }) => ({ params: { id: notice } }),
  'order.ask': ({ askable }) => ({ params: { id: askable } }),
  'order.askMany': ({ askable }) => ({ body: { ids: [askable] } }),
  'order.askCount': ({ channelId }) => ({ body: { filter: { channelId } } }),
  'order.askMatching': (world) => ({ body: matching({ channelId: world.channelId }, world, world.askable) }),
  'order.notifyMany': ({ missed }) => ({ body: { ids: [missed] } }),
  'order.notifyCount': ({ channelId }) => ({ body: { filter: { channelId } } }),
  'order.notifyMatching': (world) => ({
    body: matching({ channelId: world.channelId }, world, world.missed),
  }),
  'resolution.create': ({ idOf }) => ({
    body: { kind: 'writeOff', suspenseId: idOf.suspense, reason: '核实' },
  }),
  'recharge.balance': ({ orgId }) => ({ params: { id: orgId } }),
  'recharge.create': ({ orgId }) => ({ body: { orgId, way: 'bank', amountFen: 100 } }),
  'adjustment.create': ({ orgId, idOf }) => ({
    body: { kind: 'adjust', orgId, amountFen: 100, linkKind: 'push', linkId: idOf.push, reason: '补记' },
  }),
  'pushReturn.ask': ({ returnable }) => ({ params: { id: returnable }, body: { reason: '空号' } }),
  'pushReturn.approveCount': ({ channelId }) => ({ body: { filter: { channelId } } }),
  'pushReturn.approveMatching': (world) => ({
    body: matching({ channelId: world.channelId }, world, world.idOf.pushReturn),
  }),
  'poolLink.voidCount': ({ name }) => ({ body: { filter: { url: `https://pay.example.com/${name}` } } }),
  'poolLink.voidMatching': (world) => ({
    body: matching({ url: `https://pay.example.com/${world.name}` }, world, world.idOf.poolLink),
  }),
  'feedback.resolve': ({ feedback }) => ({ params: { id: feedback.processing } }),
  'feedback.reopen': ({ feedback }) => ({ params: { id: feedback.closed } }),
  'user.removeMatching': (world) => ({
    body: matching({ channelId: world.channelId }, world, world.idOf.user),
  }),
  'user.removeCount': (world) => ({ body: { filter: { channelId: world.channelId } } }),
  'feedback.takeMatching': (world) => ({
    body: matching({ userId: world.idOf.user }, world, world.idOf.feedback),
  }),
  'feedback.resolveMatching': (world) => ({
    body: matching({ userId: world.idOf.user }, world, world.feedback.processing),
  }),
  'feedback.closeMatching': (world) => ({
    body: matching({ userId: world.idOf.user }, world, world.idOf.feedback, world.feedback.processing),
  }),
  ...Object.fromEntries(
    ['takeCount', 'resolveCount', 'closeCount'].map((name) => [
      `feedback.${name}`,
      (world: World) => ({ body: { filter: { userId: world.idOf.user } } }),
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        'blacklist',
        'product',
        'productUv',
        'channel',
        'channelUv',
        'pushReturn',
        'poolLink',
        'lead',
        'user',
      ] as const
    ).flatMap((list) => [
      [`${list}.importTemplate`, () => ({ params: {} })],
      ...['importStart', 'importColumns'].map((name) => [
        `${list}.${name}`,
        (world: World) => ({ body: { fileId: world.importFileId } }),
      ]),
      ...['importGet', 'importCommit', 'importCancel', 'importWrong'].map((name) => [
        `${list}.${name}`,
        (world: World) => ({ params: { id: world.imports[list] } }),
      ]),
    ]),
  ),
  'salesman.create': ({ idOf }) => ({ body: { adminId: idOf.admin, name: '样例' } }),
  'salesman.update': ({ idOf, salesmanTeam }) => ({
    body: { id: idOf.salesman, version: 1, name: '样例', teamId: salesmanTeam },
  }),
  'salesman.goOnLeave': () => ({ body: { version: 1, deputyId: '1' } }),
  'salesman.comeBack': ({ salesmanOnLeave }) => ({ params: { id: salesmanOnLeave } }),
  'salesman.planLeave': ({ salesmanHead }) => ({ body: leaveIn(60, salesmanHead) }),
  'salesman.changeLeave': ({ salesmanLeave, salesmanHead, idOf }) => ({
    params: { id: salesmanHead },
    body: { leaveId: salesmanLeave, ...leaveIn(90, idOf.salesman as string) },
  }),
  'salesman.cancelLeave': ({ salesmanLeave, salesmanHead }) => ({
    params: { id: salesmanHead },
    body: { version: 1, leaveId: salesmanLeave },
  }),
  'salesTeam.create': () => ({ body: { name: fresh() } }),
  'salesTeam.update': ({ idOf }) => ({ body: { id: idOf.salesTeam, version: 1, name: fresh() } }),
  'leadPool.create': ({ idOf }) => ({ body: { name: fresh(), teamId: idOf.salesTeam } }),
  'leadPool.update': ({ idOf }) => ({ body: { id: idOf.leadPool, version: 1, name: fresh() } }),
  ...Object.fromEntries(
    [
      'salesman.accounts',
      'salesman.teams',
      'salesman.colleagues',
      'salesTeam.heads',
      'leadPool.teams',
      'leadPool.owners',
    ].map((name) => [name, () => ({ query: {} })]),
  ),
  ...Object.fromEntries(
    ['salesmen', 'pools', 'channels'].map((name) => [`lead.${name}`, () => ({ query: {} })]),
  ),
  'lead.export': () => ({ body: { format: 'csv', columns: ['id'] } }),
  'lead.board': () => ({ body: { stage: 'new' } }),
  'lead.create': ({ idOf }) => ({ body: { phone: '13800001234', poolId: idOf.leadPool } }),
  'lead.update': ({ idOf }) => ({
    body: { id: idOf.lead, version: 3, name: '样例', cityCode: null, remark: '' },
  }),
  'lead.claim': ({ waitingLead }) => ({ params: { id: waitingLead } }),
  'lead.assign': ({ waitingLead, idOf }) => ({
    params: { id: waitingLead },
    body: { salesmanId: idOf.salesman },
  }),
  'lead.transfer': ({ salesmanHead, idOf }) => ({
    body: { fromId: salesmanHead, salesmanId: idOf.salesman, reason: '样例' },
  }),
  'lead.followUp': () => ({ body: { way: 'call', content: '样例', result: 'reached' } }),
  'lead.claimMany': ({ waitingLead }) => ({ body: { ids: [waitingLead] } }),
  'lead.assignMany': ({ waitingLead, idOf }) => ({
    body: { ids: [waitingLead], salesmanId: idOf.salesman },
  }),
  'lead.transferMany': ({ idOf }) => ({
    body: { ids: [idOf.lead], salesmanId: idOf.salesman, reason: '样例' },
  }),
  ...Object.fromEntries(
    (['release', 'convert', 'invalidate'] as const).map((act) => [
      `lead.${act}Many`,
      ({ idOf }: World) => ({ body: { ids: [idOf.lead], reason: '样例' } }),
    ]),
  ),
  'lead.assignMatching': (world) => ({
    body: {
      ...matching({ channelId: world.channelId }, world, world.waitingLead),
      salesmanId: world.idOf.salesman,
    },
  }),
  ...Object.fromEntries(
    (['transfer', 'release', 'convert', 'invalidate'] as const).map((act) => [
      `lead.${act}Matching`,
      (world: World) => ({
        body: {
          ...matching({ salesmanId: world.salesmanHead }, world, world.idOf.lead),
          ...(act === 'transfer' && { salesmanId: world.idOf.salesman }),
          reason: '样例',
        },
      }),
    ]),
  ),
  'lead.timeline': () => ({ body: {} }),
  'lead.merge': ({ otherLead }) => ({ body: { otherId: otherLead } }),
  'lead.undoMerge': ({ leadMerge }) => ({ body: { mergeId: leadMerge } }),
  'crmCenter.records': () => ({ body: { figure: 'got' } }),
  'salesman.records': () => ({ body: { figure: 'claimed' } }),
  'crmCenter.leads': () => ({ body: { part: 'overdue' } }),
  'push.channels': () => ({ query: {} }),
  'savedView.list': () => ({ query: { list: 'user' } }),
  'savedView.create': (_world, sample) => ({
    body: { ...(sample.body as object), list: 'user', name: fresh(), roleId: null, sort: '-createdAt' },
  }),
  'savedView.update': (world) => ({
    body: {
      id: world.idOf.savedView,
      version: 1,
      name: '样例',
      filters: { status: 'pushed' },
      sort: 'createdAt',
    },
  }),
  'admin.enable': (world) => ({ params: { id: world.idOf.admin as string } }),
  ...ofReports,
}
const newProduct = (area: 'product' | 'productUv') => ({
  name: fresh(),
  kind: 'coupon',
  faceFen: 100,
  priceFen: 90,
  validDays: 30,
  ...(area === 'product' ? { flow: 'full' } : { flow: 'uv', targetUrl: 'https://a.example.com/' }),
})
const pastedRequest = {
  key: 'ck_0123456789',
  method: 'POST',
  target: '/open/user?a=1',
  timestamp: '1790000000',
  nonce: 'n-0000000000000001',
  body: '{}',
  signature: 'v1=0',
  theirs: 'POST',
}

const newChannel = (area: 'channel' | 'channelUv') => ({
  name: fresh(),
  settlement: 'cpa',
  priceFen: 600,
  contactName: '陈经理',
  contactPhone: '13800001234',
  flow: area === 'channel' ? 'full' : 'uv',
})
const newOrg = (area: 'org' | 'orgUv') => ({
  name: fresh(),
  alertFen: 100,
  ...(area === 'org' ? { flow: 'full' } : { flow: 'uv', loginUrl: 'https://a.example.com/' }),
})
const newPlan = (area: 'plan' | 'planUv', { planOrgs }: World) => ({
  orgId: planOrgs[area],
  name: fresh(),
  priceFen: 100,
  startsOn: '2026-01-01',
  flow: area === 'plan' ? 'full' : 'uv',
})
const newPushPlan = ({ idOf }: World) => ({ name: fresh(), planId: idOf.plan, schedule: 'now' })
/** A leave of three days that begins so many days from now. */
function leaveIn(days: number, deputyId: string) {
  const dayIn = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
  return { version: 1, firstOn: dayIn(days), lastOn: dayIn(days + 2), deputyId }
}

/** Makes rows of this world belong to the caller, so that a request can succeed. */
export async function giveTo(adminId: string, { pool }: TestApp, world: World): Promise<void> {
  const { imports, importFileId, listFileId, channelId, disabled, scheduled, running, pausedRun } = world
  const { simulations, toSettle, confirmedSettlement, idOf } = world
  const channels = [channelId, toSettle, idOf.channel, idOf.channelUv, ...Object.values(disabled)]
  // One prepared statement, because every call of the matrix begins with it.
  await pool.query({
    name: 'give-world',
    text: `with imports as (update import_task set created_by = $1::bigint where id = any($2::bigint[])),
        files as (update file set created_by = $1 where id = any($3::bigint[])),
        checks as (update reconcile_check set created_by = $1 where id = $4::bigint),
        channels as (
          update channel set owner_id = $1
          where id = any($5::bigint[] || (select channel_id from settlement where id = $6::bigint))
        ),
        push_plans as (update push_plan set created_by = $1 where id = any($7::bigint[])),
        simulations as (update plan_simulation set created_by = $1 where id = any($8::bigint[])),
        sessions as (update session set admin_id = $1 where id = $9::bigint),
        salesmen as (update salesman set admin_id = $1 where id = $10::bigint)
      insert into lead_reveal (lead_id, admin_id, reason) values ($11::bigint, $1, '')`,
    values: [
      adminId,
      Object.values(imports),
      [importFileId, listFileId],
      world.reconcileCheck,
      channels,
      confirmedSettlement,
      [idOf.pushPlan, scheduled, running, pausedRun],
      Object.values(simulations),
      idOf.session,
      world.salesmanHead,
      idOf.lead,
    ],
  })
  for (const area of world.areas) await area.giveTo?.(adminId)
}

/** The request of an endpoint that reads or changes a row of this world. */
export function callOf(endpoint: Endpoint, world: World): Sample {
  const sample = sampleOf(endpoint)
  const id = world.idOf[endpoint.area]
  if (id !== undefined) {
    for (const name of Object.keys(sample.params)) sample.params[name] = id
    const body = sample.body as Record<string, unknown> | undefined
    if (body && 'id' in body) body.id = id
    if (body && 'ids' in body) body.ids = [id]
  }
  // A page without filters holds every row.
  if (endpoint.name.endsWith('.page')) sample.body = {}
  const own = world.areas.find(({ calls }) => calls?.[endpoint.name])?.calls ?? byHand
  return { ...sample, ...own[endpoint.name]?.(world, sample) }
}
