import { join } from 'node:path'
import { createPool } from '#platform/db/client'

/** For journeys: creates an empty database in the cluster of a running embedded service, and prints its address. */
const [dataDir = '', name = ''] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = createPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
await pool.query(`create database "${name}"`)
await pool.end()
process.stdout.write(`postgres://kabao@/${name}?host=${encodeURIComponent(host)}&port=5432`)
