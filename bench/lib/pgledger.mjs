import { readFileSync } from 'node:fs'
import { drop } from './databases.mjs'
import { pgbench } from './pgbench.mjs'

const database = 'bench_pgledger'

/**
 * Measures transfers made the way of pgledger (`pgledger.sql`), from these many organizations to one revenue account.
 * @returns transfers per second
 */
export async function pgledgerCharges(cluster, { accounts, clients, seconds }) {
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const pool = cluster.open(database)
  try {
    await pool.query(readFileSync(new URL('pgledger.sql', import.meta.url), 'utf8'))
  } finally {
    await pool.end()
  }
  try {
    const script = `\\set org random(1, ${accounts})\nselect create_transfer(:org, 51, 7);\n`
    return pgbench(cluster.connectionTo(database), { script, clients, seconds })
  } finally {
    await drop(cluster, database)
  }
}
