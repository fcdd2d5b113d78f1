import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Envelope, Language } from '@kabao/contract'
import { tokenPrefix } from '@kabao/contract/access/access-token'
import type { SettingKey, SettingValue } from '@kabao/contract/operations/setting'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { hashPassword } from '#access/password'
import { type AppOptions, buildApp } from '#boot/app'
import { repositoryRoot } from '#platform/base/paths'
import { hashToken, newToken } from '#platform/base/token'
import { createDb, createPool, type Db } from '#platform/db/client'
import { serviceRole } from '#platform/db/rights'
import { createLogger } from '#platform/http/logger'
import { createVault, type Vault } from '#platform/keys/vault'
import { writeSetting } from '#platform/settings/store'
import { diskStorage } from '#platform/storage/disk'
import type { Storage } from '#platform/storage/storage'
import { undeclaredRefusals } from './declared-refusals.ts'
import { dump } from './dump.ts'
import { administer, templateName } from './global-setup.ts'
import { peopleRecorder } from './people/recorder.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there, and fails where it is not
  body: Envelope<any> & { data: any }
}
export type RequestFn = (
  method: Method,
  path: string,
  body?: unknown,
  language?: Language,
  /** The header `Idempotency-Key`. */
  key?: string,
) => Promise<Answer>

export interface TestApp {
  app: FastifyInstance
  /** As the owner of the tables, who may do more than the service. */
  db: Db
  pool: pg.Pool
  /** As the service's role. */
  servicePool: pg.Pool
  vault: Vault
  storage: Storage
  /** The folder of its files. */
  filesFolder: string
  /** Another instance on the same database, closed with the first. */
  another(options?: Partial<AppOptions>): Promise<FastifyInstance>
  /** Changes a setting (null: back to its default); when it resolves, every instance of this test has the new value. */
  set<K extends SettingKey>(key: K, value: SettingValue<K> | null): Promise<void>
  /** Sends a request without a session. */
  request: RequestFn
  /** Sends requests as a new administrator who has these points and menu nodes; `*` is all of them. */
  as(...points: string[]): Promise<RequestFn & { adminId: string; token: string }>
  /** Sends requests by a new personal access token of an administrator, with these points. */
  byToken(
    adminId: string,
    points: readonly string[],
    dataScope?: 'all' | 'own',
  ): Promise<RequestFn & { token: string }>
  /** A new administrator with this password. */
  createAdmin(options: {
    username: string
    password: string
    mustChangePassword?: boolean
    status?: 'enabled' | 'disabled'
  }): Promise<string>
}

/** The log file of all servers of a test run; a check after the run searches it for secrets. */
export const logFolder = join(repositoryRoot, '.cache/test-logs')

/** Records a value that must never be in a log, and returns it; a check after the run searches the log for it. */
export function secret(value: string): string {
  mkdirSync(join(repositoryRoot, '.cache/test'), { recursive: true })
  appendFileSync(join(repositoryRoot, '.cache/test/secrets.txt'), `${value}\n`)
  return value
}

/** Makes a database of this name, a copy of the migrated one. */
export const copyTemplate = (database: string): Promise<void> =>
  administer(
    inject('cluster'),
    `create database ${database} template ${templateName} strategy ${inject('copyStrategy')}`,
  )

/** The real app on a database of its own, for the tests of one file. */
export function startApp(options: Partial<AppOptions> = {}): TestApp {
  const test = {} as TestApp
  const cluster = inject('cluster')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const pools: pg.Pool[] = []
  const apps: FastifyInstance[] = []
  let filesFolder = ''
  let log: WriteStream
  const recorder = peopleRecorder()

  beforeAll(async () => {
    await copyTemplate(database)
    const open = (max: number, user: string) => {
      const pool = createPool({ ...cluster, database, max, user })
      pools.push(pool)
      return pool
    }
    await mkdir(logFolder, { recursive: true })
    const pool = open(10, cluster.user)
    const servicePool = open(10, serviceRole)
    const vault = createVault(randomBytes(32).toString('base64'))
    log = createWriteStream(join(logFolder, `${database}.log`))
    const logger = createLogger('debug', log)
    const sidePool = open(3, serviceRole)
    for (const each of [servicePool, sidePool]) recorder.listen(each)
    filesFolder = await mkdtemp(join(tmpdir(), 'kabao-files-'))
    const storage = await diskStorage(filesFolder)
    const another: TestApp['another'] = async (more) => {
      const app = await buildApp({
        pool: servicePool,
        sidePool,
        vault,
        storage,
        logger,
        takesSandbox: true,
        // A test reads at once what it has changed.
        readingLimits: { keepMs: 0 },
        ...options,
        ...more,
      })
      apps.push(app)
      return app
    }
    const app = await another()
    const db = createDb(pool)
    const set: TestApp['set'] = async (key, value) => {
      await writeSetting(db, key, value, null)
      await Promise.all(apps.map((each) => each.services.settings.refresh()))
    }
    Object.assign(test, {
      app,
      another,
      pool,
      servicePool,
      vault,
      storage,
      filesFolder,
      db,
      set,
      ...calls(app, pool),
    })
  })

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()))
    await dump(test.pool, database)
    await Promise.all(pools.map((pool) => pool.end()))
    await administer(cluster, `drop database if exists ${database} with (force)`)
    await rm(filesFolder, { recursive: true, force: true })
    await promisify(log.end).call(log)
    expect(await undeclaredRefusals(String(log.path))).toEqual([])
    expect(recorder.unnamed()).toEqual([])
    // The module of a test file stays in memory until the run ends, and would keep its app.
    for (const key of Object.keys(test)) delete test[key as keyof TestApp]
    for (const list of [apps, pools]) list.length = 0
  })
  return test
}

/** An administrator with a role and a session, in one statement, because most tests begin with some. */
const newCaller = `
  with made as (insert into admin (username, name, password_hash) values ($1, $1, '-') returning id),
    role as (insert into role (code, name, is_super) values ($1, $1, $2) returning id),
    member as (insert into admin_role select made.id, role.id from made, role),
    nodes as (insert into role_node select role.id, unnest($3::text[]) from role),
    session as (insert into session (token_hash, admin_id) select $4, made.id from made)
  select id from made`

function calls(app: FastifyInstance, pool: pg.Pool) {
  const requestAs =
    (token: string | null): RequestFn =>
    async (method, path, body, language = 'zh-CN', key) => {
      const response = await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          'accept-language': language,
          ...(token && (token.startsWith(tokenPrefix) ? { authorization: `Bearer ${token}` } : { token })),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: response.statusCode, body: response.json() }
    }

  const createAdmin: TestApp['createAdmin'] = async ({
    username,
    password,
    mustChangePassword = false,
    status = 'enabled',
  }) => {
    const { rows } = await pool.query(
      'insert into admin (username, name, password_hash, must_change_password, status) values ($1, $1, $2, $3, $4) returning id',
      [username, await hashPassword(secret(password)), mustChangePassword, status],
    )
    return rows[0].id
  }

  const as: TestApp['as'] = async (...points) => {
    // Without digits: the end of a name is a word for choices, and eleven digits would be taken for a phone that was stored.
    const name = `test-${randomUUID()
      .slice(0, 20)
      .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`
    const isSuper = points.includes('*')
    const token = secret(newToken())
    const { rows } = await pool.query(newCaller, [name, isSuper, isSuper ? [] : points, hashToken(token)])
    const adminId: string = rows[0].id
    return Object.assign(requestAs(token), { adminId, token })
  }

  const byToken: TestApp['byToken'] = async (adminId, points, dataScope = 'all') => {
    const token = secret(`${tokenPrefix}${newToken()}`)
    await pool.query(
      `insert into access_token (admin_id, name, token_hash, token_end, points, data_scope, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + interval '1 day')`,
      [adminId, `token-${randomUUID().slice(0, 8)}`, hashToken(token), token.slice(-4), points, dataScope],
    )
    return Object.assign(requestAs(token), { token })
  }

  return { request: requestAs(null), as, byToken, createAdmin }
}
