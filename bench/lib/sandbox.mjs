import { source } from './open-world.mjs'

/** A product that is paid for in the built-in provider, at once. */
export async function sellBySandbox({ pool, vault }) {
  const [{ startSandbox }, { sealSecrets }] = await Promise.all(
    ['payment/sandbox/stand-in.ts', 'payment/collections.ts'].map(source),
  )
  const key = 'a key of the sandbox in a benchmark'
  const sandbox = await startSandbox({ key, paysAfterMs: 200 })
  const { rows } = await pool.query(
    `insert into collection (name, provider, merchant_no, app_id, settings, fee_bp, weight, status)
     values ('bench', 'sandbox', 'M1', '', $1, 60, 100, 'disabled') returning id`,
    [JSON.stringify({ merchantNo: 'M1', gateway: `http://127.0.0.1:${sandbox.port}` })],
  )
  const [{ id }] = rows
  await pool.query(
    `update collection set secrets_sealed = $2, secret_names = '{callbackKey}', status = 'enabled' where id = $1`,
    [id, sealSecrets(vault, id, { callbackKey: key })],
  )
  const made = await pool.query(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, status) values ('bench', 'card', 'full', 990, 990, 30, 'onSale')
     returning id`,
  )
  return { port: sandbox.port, productId: made.rows[0].id, stop: () => sandbox.stop() }
}
