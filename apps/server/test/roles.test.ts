import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#platform/config/config'
import { mostConnections, poolSizes } from '#platform/config/pool-sizes'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { instanceOf } from './built-service.ts'
import { administer } from './global-setup.ts'
import { secret } from './harness.ts'
import { hangLimit } from './process.ts'
import { serviceProgram } from './programs-of-run.ts'

const cluster = inject('cluster')
const database = `roles_${randomUUID().replaceAll('-', '')}`
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = await memoryFolder('kabao-roles-')
  await administer(cluster, `create database ${database}`)
  env = {
    DATABASE_URL: `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
    DATA_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    ADMIN_PASSWORD: secret('first 1234'),
    DRAIN_SECONDS: '0',
  }
}, hangLimit)
afterAll(async () => {
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

async function connections(): Promise<number> {
  const client = new pg.Client({ ...cluster, database: 'postgres' })
  await client.connect()
  try {
    const open = 'select count(*)::int as open from pg_stat_activity where datname = $1'
    return (await client.query(open, [database])).rows[0].open
  } finally {
    await client.end()
  }
}

test.each([
  ['api,open,jobs', 34],
  ['api,open', 17],
  ['api,jobs', 34],
  ['open,jobs', 34],
  ['api', 17],
  ['open', 17],
  ['jobs', 27],
])(
  'an instance of %s starts, answers what it serves, and opens at most %i connections',
  {
    timeout: hangLimit,
  },
  async (serve, most) => {
    const set = { ...env, SERVE: serve }
    expect(mostConnections(poolSizes(readConfig(set)))).toBe(most)
    const instance = await instanceOf(serviceProgram(), set)
    await instance.start()
    try {
      const statusOf = async (path: string) => (await fetch(`${instance.url}${path}`)).status
      const isServed = async (entrance: string) => {
        const response = await fetch(`${instance.url}${entrance}/docs/openapi.json`)
        return response.ok && (await response.text()).startsWith('{"openapi"')
      }
      expect(await statusOf('/healthz')).toBe(200)
      expect(await statusOf('/readyz')).toBe(200)
      expect(await isServed('/api')).toBe(serve.includes('api'))
      expect(await isServed('/open')).toBe(serve.includes('open'))
      // Thirty at once, so that the pool of the calls is full.
      await Promise.all(Array.from({ length: 30 }, () => statusOf('/readyz')))
      expect(await connections()).toBeLessThanOrEqual(most)
      if (!serve.includes('jobs'))
        expect(poolSizes(readConfig(set))).toMatchObject({ jobs: 0, queue: 0, pipeline: 0 })
    } finally {
      expect(await instance.stop()).toBe(0)
    }
  },
)
