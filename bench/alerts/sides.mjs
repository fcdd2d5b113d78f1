import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { at } from '../../scripts/lib/paths.mjs'
import { hookTemplate } from '../lib/hook-template.mjs'
import { source } from '../lib/open-world.mjs'

/** A collection channel of the built-in sandbox, where nobody pays, and a product that is paid through it. */
export async function addSandbox({ pool, vault }) {
  const [{ startSandbox }, { sealSecrets }] = await Promise.all(
    ['payment/index.ts', 'payment/collections.ts'].map(source),
  )
  const key = randomBytes(24).toString('base64url')
  const sandbox = await startSandbox({ key })
  const settings = { merchantNo: 'M1', gateway: `http://127.0.0.1:${sandbox.port}` }
  const { rows } = await pool.query(
    `insert into collection (name, provider, merchant_no, settings, weight, status)
     values ('sandbox', 'sandbox', 'M1', $1, 100, 'enabled') returning id`,
    [settings],
  )
  const [{ id }] = rows
  await pool.query('update collection set secrets_sealed = $2, secret_names = $3 where id = $1', [
    ...[id, sealSecrets(vault, id, { callbackKey: key }), ['callbackKey']],
  ])
  const product = await pool.query(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, status)
     values ('card', 'card', 'full', 1000, 100, 30, 'onSale') returning id`,
  )
  return { sandbox, products: product.rows.map((row) => row.id) }
}

/** A system of the company that is told of each registration. @returns its port */
export async function tellOf({ pool }, atEnd) {
  const targets = fork(at('bench/lib/target-process.mjs'))
  atEnd(() => targets.disconnect())
  const [{ taking }] = await once(targets, 'message')
  await pool.query(
    `insert into hook (name, events, template, is_on) values ('of the company', '{registered}', $1, true)`,
    [hookTemplate(taking, 5_000)],
  )
  return taking
}

/** Lets nobody ask an organization how a push ended. */
export async function muteTemplate(pool, partner, code) {
  const { partnerTemplate } = await source('demo/partner/template.ts')
  const template = partnerTemplate(`http://127.0.0.1:${partner.port}`, code, { canQuery: false })
  await pool.query(
    'update org_template set template = $2 where org_id = (select id from org where code = $1)',
    [code, JSON.stringify(template)],
  )
}
