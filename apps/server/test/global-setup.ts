import { spawnSync } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@kabao/postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '#boot/registry'
import { repositoryRoot } from '#platform/base/paths'
import { createDb, createPool } from '#platform/db/client'
import { migrate } from '#platform/db/migrate'
import { ensureReportingRole } from '#platform/db/reporting-role'
import { ensureServiceRole, grantRights, serviceRole } from '#platform/db/rights'
import { ensureQueues } from '#platform/jobs/boss'
import { inMemory, memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { divideForTests } from './people/divide-for-tests.ts'
import { buildPrograms } from './programs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster of this run, without the name of a database. */
    cluster: Cluster
    /** How PostgreSQL copies the template the cheapest: as files in memory, by its log on a disk. */
    copyStrategy: 'file_copy' | 'wal_log'
    /** A number that another commit changes; see `hostile/turn.ts`. */
    turn: number
    /** The folder of the built programs. */
    programs: string
  }
}

/** The migrated database that each test file gets a copy of. */
export const templateName = 'kabao_template'

/** One throwaway cluster for the whole run, with a migrated template in it. */
export default async function setup(project: TestProject) {
  const programs = await buildPrograms()
  project.provide('programs', programs.folder)
  process.env.TEST_COMPILE_CACHE = join(programs.folder, 'compiled')
  project.provide('turn', turnOfCommit())
  const dataDir = await memoryFolder('kabao-test-')
  const postgres = await startPostgres({ dataDir, database: templateName, durable: false })
  const { host, port, user } = postgres.connection
  const pool = createPool({ host, port, user, database: templateName })
  await migrate(createDb(pool))
  await ensureQueues(createDb(pool), jobs)
  if (process.env.TEST_PARTS) await divideForTests(pool, Number(process.env.TEST_PARTS))
  await ensureServiceRole(createDb(pool), { canLogIn: true })
  await grantRights(createDb(pool), serviceRole)
  await ensureReportingRole(createDb(pool))
  await pool.end()
  project.provide('cluster', { host, port, user })
  project.provide('copyStrategy', dataDir.startsWith(inMemory) ? 'file_copy' : 'wal_log')
  return async () => {
    await Promise.all([postgres.stop(), programs.remove()])
    // The check after the run searches the database's log for personal data too.
    await cp(join(dataDir, 'cluster/log'), join(repositoryRoot, '.cache/test-logs'), { recursive: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** From the hash of the commit; where there is none, from the day. */
function turnOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' })
  return /^[0-9a-f]{8}/.test(stdout ?? '')
    ? Number.parseInt(stdout.slice(0, 8), 16)
    : Math.floor(Date.now() / 86_400_000)
}

type Cluster = { host: string; port: number; user: string }

/** Runs one statement that must not run while the database has connections. */
export async function administer(cluster: Cluster, statement: string): Promise<void> {
  const client = new pg.Client({ ...cluster, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
