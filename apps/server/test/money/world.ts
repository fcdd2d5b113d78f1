import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import sharp from 'sharp'
import type { Behavior } from '#demo/partner/behaviors'
import type { Partner } from '#demo/partner/partner'
import type { ChannelKey } from '#demo/traffic/keys'
import { makeKey } from '#partners/api-keys/keys'
import { callbackPath } from '#payment/callback-address'
import { sealSecrets } from '#payment/collections'
import type { SandboxBehavior } from '#payment/sandbox/behavior'
import { type Sandbox, startSandbox } from '#payment/sandbox/stand-in'
import { hashToken, newToken } from '#platform/base/token'
import { createDb } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { writeSetting } from '#platform/settings/store'
import { type EngineWorld, engineWorld } from '../engine-world.ts'

export interface WorldOptions {
  /** As the owner of the tables, and as the service's role. */
  pool: pg.Pool
  servicePool: pg.Pool
  vault: Vault
  /** Gets every secret that is made. */
  keep?: (secret: string) => string
  /** Opens a gate in front of the payment provider, and one in front of the channels' address; returns its port. */
  through?: (port: number) => Promise<number>
}

export interface Place {
  id: string
  merchantNo: string
  provider: 'sandbox' | 'pool'
  callbackPath: string
}

/** Organizations, channels, products and administrators, and those outside: a partner, a payment provider, the address of channels. */
export interface MoneyWorld {
  pool: pg.Pool
  servicePool: pg.Pool
  vault: Vault
  engine: EngineWorld
  partner: Partner
  sandbox: Sandbox
  /** The key with which the provider signs. */
  payKey: string
  orgIds: string[]
  /** Channels whose users are sent on. */
  channels: ChannelKey[]
  /** Channels that are paid for each visitor. */
  visited: ChannelKey[]
  products: string[]
  collections: ReadonlyMap<string, Place>
  /** Users of each channel who buy. */
  buyers: ReadonlyMap<string, string[]>
  /** The tokens of administrators with all rights. */
  tokens: string[]
  voucher: Buffer
  /** What arrived at the address of the channels: the bodies. */
  notices: string[]
  /** `host:port` of those outside, whom the service may call. */
  outside: string[]
  stop(): Promise<void>
}

/** How much a card costs, in fen. */
export const cardFen = 1_000
const orgs: readonly { code: string; price: number; balanceFen: number; cap?: number; plays: Behavior[] }[] =
  [
    ...[
      { code: 'even', price: 120, balanceFen: 5_000_000, plays: ['accept', 'reject', 'slow'] as Behavior[] },
    ],
    {
      code: 'rough',
      price: 150,
      balanceFen: 5_000_000,
      plays: ['drop', 'accept', 'later', 'error', 'rubbish'],
    },
    { code: 'poor', price: 180, balanceFen: 3_000, plays: ['accept'] },
    { code: 'small', price: 200, balanceFen: 1_000_000, cap: 25, plays: ['accept', 'duplicate', 'slow'] },
  ]
/** How the provider treats the orders of each product; the first is bought most. */
const cards: readonly SandboxBehavior[] = [
  ...(['pay', 'twice', 'late', 'silent', 'wrongAmount', 'wrongSignature', 'wrongOrder'] as const),
  ...(['twoPayments', 'lostRefund', 'slowRefund', 'refuseRefund', 'fail'] as const),
]
/** Those at which creating an order goes wrong have a collection channel of their own, which is left out for a while each time. */
const roughCards: readonly SandboxBehavior[] = ['lostCreate', 'refuse']
const links = 80

export async function moneyWorld({
  pool,
  servicePool,
  vault,
  keep = (value) => value,
  through = async (port) => port,
}: WorldOptions): Promise<MoneyWorld> {
  const db = createDb(pool)
  const one = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows[0]
  const payKey = keep(randomBytes(16).toString('hex'))
  const sandbox = await startSandbox({ key: payKey, lateMs: 1_500 })
  const notices: string[] = []
  const listener = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    notices.push(body)
    response.end('ok')
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const hears = `127.0.0.1:${await through((listener.address() as AddressInfo).port)}`
  const gateway = `127.0.0.1:${await through(sandbox.port)}`
  const engine = await engineWorld({ pool, db, servicePool, vault })
  // People who find no place do not wait for long, and no call is refused because there were many.
  await writeSetting(db, 'push.searchSeconds', 2, null)
  await writeSetting(db, 'open.callsPerSecond', 10_000, null)

  const orgIds: string[] = []
  for (const { code, price, balanceFen, cap, plays } of orgs) {
    const plan = {
      price_fen: price,
      return_days: 30,
      return_reasons: ['storm'],
      ...(cap !== undefined && { daily_cap: cap }),
    }
    const { orgId } = await engine.org({ code, balanceFen, timeoutMs: 800, plan })
    engine.partner.set(code, { behaviors: plays, slowMs: 400, toldAfterMs: 500 })
    orgIds.push(orgId)
  }

  async function channel(terms: Record<string, unknown>): Promise<ChannelKey> {
    const columns = { name: `money-${randomUUID().slice(0, 8)}`, flow: 'full', ...terms }
    const names = Object.keys(columns)
    const { id } = await one(
      `insert into channel (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()}) returning id`,
      ...Object.values(columns),
    )
    const made = await db
      .transaction()
      .execute((write) =>
        makeKey(write, vault, { owner: { kind: 'channel', id }, isSandbox: false, by: null }),
      )
    return { channelId: id, code: columns.name, flow: 'full', key: made.key, secret: keep(made.secret) }
  }
  const notify_url = `http://${hears}/told`
  const channels = [
    await channel({ settlement: 'cpl', price_fen: 30, deduction_bp: 1_000, notify_url }),
    await channel({ settlement: 'cps', share_bp: 2_500, price_fen: null, notify_url }),
  ]
  const visited: ChannelKey[] = []
  for (let nth = 0; nth < 6; nth++) visited.push(await channel({ settlement: 'cpuv', price_fen: 7 }))

  // Each is owed for some visitors of the last days already.
  await pool.query(
    `insert into channel_result_new (channel_id, kind, ref_id, business_day, base_fen, cost_fen)
     select c, 'visitor', 'before ' || d || ' ' || n, current_date - d, 7, 7
     from unnest($1::bigint[]) c, generate_series(1, 6) d, generate_series(1, 3) n`,
    [visited.map(({ channelId }) => channelId)],
  )

  async function product(name: string, fields: Record<string, unknown> = {}): Promise<string> {
    const columns = {
      name,
      kind: 'card',
      flow: 'full',
      face_fen: 10_000,
      price_fen: cardFen,
      valid_days: 30,
      ...fields,
    }
    const names = Object.keys(columns)
    const { id } = await one(
      `insert into product (${names.join()}, status) values (${names.map((_, nth) => `$${nth + 1}`).join()}, 'onSale') returning id`,
      ...Object.values(columns),
    )
    return id
  }
  const sold = await Promise.all(cards.map((behavior) => product(`Card [${behavior}]`)))
  const scarce = await product('Scarce card [pay]', { stock: 25 })
  const rough = await Promise.all(roughCards.map((behavior) => product(`Card [${behavior}]`)))
  const linked = await product('Card by link')

  const collections = new Map<string, Place>()
  async function collection(
    provider: Place['provider'],
    productIds: string[],
    fields: Record<string, unknown> = {},
  ) {
    const merchantNo = `m${collections.size + 1}`
    const settings = provider === 'sandbox' ? { gateway: `http://${gateway}`, merchantNo } : { merchantNo }
    const columns = {
      name: `Collection ${merchantNo}`,
      provider,
      settings,
      product_ids: productIds,
      status: 'enabled',
      ...fields,
    }
    const names = Object.keys(columns)
    const { id, token } = await one(
      `insert into collection (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()})
       returning id, callback_token as token`,
      ...Object.values(columns),
    )
    await pool.query('update collection set secrets_sealed = $2, secret_names = $3 where id = $1', [
      ...[id, sealSecrets(vault, id, { callbackKey: payKey }), ['callbackKey']],
    ])
    collections.set(id, { id, merchantNo, provider, callbackPath: callbackPath(token) })
  }
  const plain = [...sold, scarce]
  // Its limit is no multiple of the price, and is soon reached.
  await collection('sandbox', plain, { daily_limit_fen: 40 * cardFen + 999, weight: 900, fee_bp: 60 })
  await collection('sandbox', plain, { fee_bp: 38 })
  await collection('sandbox', rough, { fee_bp: 60 })
  await collection('pool', [linked])
  const { id: batchId } = await one(
    `insert into pool_batch (import_id, file_name) values (1, 'links.csv') returning id`,
  )
  await pool.query(
    `insert into pool_link (url, product_id, amount_fen, batch_id)
     select 'https://pay.example.com/link/' || n, $1, $2, $3 from generate_series(1, $4::int) n`,
    [linked, cardFen, batchId, links],
  )

  const buyers = new Map<string, string[]>()
  for (const [nth, { channelId }] of channels.entries()) {
    const { rows } = await pool.query(
      `insert into "user" (phone, name, flow, channel_id) select (${13_700_000_000 + nth * 1_000} + n)::text, '张三', 'full', $1
       from generate_series(1, 100) n returning id`,
      [channelId],
    )
    buyers.set(
      channelId,
      rows.map(({ id }) => id),
    )
  }

  const role = await one(
    `insert into role (code, name, is_super) values ('money', 'money', true) returning id`,
  )
  const tokens: string[] = []
  for (let nth = 1; nth <= 3; nth++) {
    const { id } = await one(
      `insert into admin (username, name, password_hash) values ($1, $1, '-') returning id`,
      `money${nth}`,
    )
    await pool.query('insert into admin_role values ($1, $2)', [id, role.id])
    const token = keep(newToken())
    await pool.query('insert into session (token_hash, admin_id) values ($1, $2)', [hashToken(token), id])
    tokens.push(token)
  }

  return {
    pool,
    servicePool,
    vault,
    engine,
    sandbox,
    payKey,
    orgIds,
    channels,
    visited,
    collections,
    buyers,
    tokens,
    partner: engine.partner,
    notices,
    products: [...plain, ...rough, linked, linked, linked],
    voucher: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#36c' } })
      .png()
      .toBuffer(),
    outside: [`127.0.0.1:${engine.partner.port}`, gateway, hears],
    async stop() {
      await engine.stop()
      await Promise.all([engine.partner.stop(), sandbox.stop()])
      listener.closeAllConnections()
      await new Promise((done) => listener.close(done))
    },
  }
}
