import { drop } from './databases.mjs'
import { vaultIn } from './vault.mjs'

/** Loads a module of the service from its source. */
export const source = (path) => import(`../../apps/server/src/${path}`)

/**
 * Creates a database again, with channels that have a key and no limits.
 * @param flow of the channels
 * @returns a pool of the owner, and the keys as `npm run simulate` knows them
 */
export async function openWorld(cluster, database, { channels = 20, flow = 'full' } = {}) {
  const [{ createDb, createPool }, { migrate }, { makeKey }, { ensureCheckKey, readCheckKeys }] =
    await Promise.all(
      [
        'platform/db/client.ts',
        'platform/db/migrate.ts',
        'partners/api-keys/keys.ts',
        'partners/check-keys.ts',
      ].map(source),
    )
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const pool = createPool({ ...cluster.connectionTo(database), max: 4, statement_timeout: 600_000 })
  const db = createDb(pool)
  await migrate(db)
  const vault = await vaultIn(db, cluster.dataKey, source)
  await ensureCheckKey(db, vault)
  const keys = []
  for (let nth = 0; nth < channels; nth++) {
    const { rows } = await pool.query(
      `insert into channel (code, name, flow, status, calls_per_second) values ($1, $1, $2, 'enabled', 1000) returning id`,
      [`bench${nth}`, flow],
    )
    const owner = { kind: 'channel', id: rows[0].id }
    const made = await db
      .transaction()
      .execute((write) => makeKey(write, vault, { owner, isSandbox: false, by: null }))
    keys.push({ channelId: owner.id, code: `bench${nth}`, flow, key: made.key, secret: made.secret })
  }
  const [checkKey] = await readCheckKeys(db, vault)
  return { pool, db, vault, keys, checkKey: checkKey.value }
}
