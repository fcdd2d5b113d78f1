import { randomBytes } from 'node:crypto'
import { drop } from './lib/databases.mjs'
import { durationOf, quantile, table } from './lib/figures.mjs'
import { openWorld, source } from './lib/open-world.mjs'

const database = 'bench_signature'
const requests = 20_000
/** As many requests as the entrance gathers at most in one statement. */
const together = [1, 20, 200]

/** Measures what verifying a signature costs, and using up a nonce: alone, and gathered as the entrance does it. */
export async function run(cluster) {
  const { pool, db, keys } = await openWorld(cluster, database, { channels: 1 })
  try {
    const [{ signedHeaders }, { verifySignature }, { enter }, { rows }] = await Promise.all([
      source('partners/signature/sign.ts'),
      source('partners/signature/verify.ts'),
      source('intake/entry.ts'),
      pool.query('select id from api_key'),
    ])
    const secrets = [{ id: '1', value: keys[0].secret, expiresAt: null }]
    const target = '/open/user'
    const body = Buffer.from(JSON.stringify({ phone: '13800001234', cityCode: '440305', name: '张三' }))
    const verify = []
    for (let nth = 0; nth < requests; nth++) {
      const headers = signedHeaders({ method: 'POST', target, body }, [keys[0].secret], Date.now())
      const signed = {
        method: 'POST',
        target,
        body,
        timestamp: headers['x-timestamp'],
        nonce: headers['x-nonce'],
        signature: headers['x-signature'],
      }
      const began = performance.now()
      const verified = verifySignature(signed, secrets, Date.now())
      verify.push(performance.now() - began)
      if ('fault' in verified) throw new Error(`the signature was refused: ${verified.fault}`)
    }
    const ms = (values) => [0.5, 0.95].map((part) => quantile(values, part).toFixed(3))
    const shown = [['signature', ...ms(verify)]]
    for (const size of together) {
      const nonce = []
      for (let nth = 0; nth < Math.max(100, 4_000 / size); nth++) {
        const entries = Array.from({ length: size }, () => ({
          keyId: rows[0].id,
          nonce: randomBytes(18).toString('base64url'),
          claim: null,
          at: Math.floor(Date.now() / 1000),
        }))
        nonce.push(
          (await durationOf(() => db.transaction().execute((write) => enter(write, entries)))) / size,
        )
      }
      shown.push([`nonce, ${size} in one transaction, each`, ...ms(nonce)])
    }
    console.log(table(['what', 'p50, ms', 'p95, ms'], shown))
  } finally {
    await pool.end()
    await drop(cluster, database)
  }
}
