import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, findBinaries, type Postgres, startPostgres } from '@kabao/postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '#platform/base/paths'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { secret } from './harness.ts'
import { endAll, hangLimit, runService } from './process.ts'
import { createProxy, type TcpProxy } from './tcp-proxy.ts'

/** PostgreSQL does not run as root. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
/** The packaged PostgreSQL, and the oldest supported version if the machine has it. */
const servers: Binaries[] = [await findBinaries(account)]
const oldest = await findBinaries(account, 15).catch(() => null)
if (oldest && oldest.version !== servers[0]?.version) servers.push(oldest)

const dataKey = Buffer.alloc(32, 1).toString('base64')
const password = secret('operators password 41')
const manual = await readFile(join(repositoryRoot, 'docs/operating.md'), 'utf8')

/** The statements of the section on rights in docs/operating.md: the first block for one user, the second for two. */
function manualSql(block: number): string[] {
  const section = manual.split('### Rights in the database')[1] ?? ''
  const text = [...section.matchAll(/```sql\n(.*?)```/gs)][block]?.[1]
  if (text === undefined) throw new Error('docs/operating.md does not say how the roles are made')
  // In a test's cluster, `kabao` is the superuser.
  return text
    .replace(/\bkabao\b/g, 'operator')
    .replaceAll('…', password)
    .split(';\n')
    .filter((each) => each.trim() !== '')
}

async function call(address: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { token }) }
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return response.json() as Promise<{ code: string; data: { token: string; total: number } }>
}

describe.each(servers)('on PostgreSQL $version', (binaries) => {
  let folder: string
  let postgres: Postgres
  let proxy: TcpProxy

  beforeAll(async () => {
    folder = await memoryFolder('kabao-production-')
    // PostgreSQL 15 walks through it as another user while it starts.
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'data')
    postgres = await startPostgres({ dataDir, durable: false, binaries, settings: { jit: 'on' } })
    await writeFile(
      join(dataDir, 'cluster/pg_hba.conf'),
      'local all kabao trust\nlocal all all scram-sha-256\n',
    )
    await asSuperuser('select pg_reload_conf()')
    proxy = await createProxy(join(postgres.connection.host, `.s.PGSQL.${postgres.connection.port}`))
  }, hangLimit)
  afterEach(async () => {
    await endAll()
    await asSuperuser('drop database if exists operator with (force)')
    for (const role of ['kabao_service', 'kabao_app', 'operator', 'kabao_owner'])
      await asSuperuser(`drop role if exists ${role}`)
  }, hangLimit)
  afterAll(async () => {
    await proxy.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = async (options: pg.ClientConfig, ...statements: string[]) => {
    const client = new pg.Client(options)
    await client.connect()
    try {
      let rows: unknown[] = []
      for (const each of statements) rows = (await client.query(each)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  const asSuperuser = (...statements: string[]) =>
    run({ ...postgres.connection, database: 'postgres' }, ...statements)
  const addressFor = (user: string) =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/operator`
  const as = (user: string, ...statements: string[]) =>
    run({ connectionString: addressFor(user) }, ...statements)

  const ways = [
    {
      way: 'one user, who may make roles',
      block: 0,
      env: () => ({ DATABASE_URL: addressFor('operator') }),
      owner: 'operator',
      asService: (statement: string) => as('operator', 'set role kabao_service', statement),
    },
    {
      way: 'two users, neither of whom may make roles',
      block: 1,
      env: () => ({
        DATABASE_URL: addressFor('kabao_app'),
        DATABASE_OWNER_URL: addressFor('kabao_owner'),
      }),
      owner: 'kabao_owner',
      asService: (statement: string) => as('kabao_app', statement),
    },
  ]
  test.each(ways)(
    'a fresh database of $way serves, keeps its audit log, and serves again',
    {
      timeout: hangLimit,
    },
    async ({ block, env, owner, asService }) => {
      for (const statement of manualSql(block)) await asSuperuser(statement)
      const roles = await asSuperuser(
        `select bool_or(rolsuper) as any from pg_roles where rolname ~ '^(operator|kabao_(app|owner))$'`,
      )
      expect(roles).toEqual([{ any: false }])

      const all = { ...env(), DATA_KEY: dataKey, DATA_DIR: folder, ADMIN_PASSWORD: secret('first 1234') }
      const first = runService(all)
      const address = await first.ready
      expect(first.said()).not.toContain('could change the audit log')
      const { token } = (await call(address, '/admin/login', { username: 'admin', password: 'first 1234' }))
        .data
      const change = { current: 'first 1234', next: secret('second 1234') }
      expect((await call(address, '/admin/password', change, secret(token))).code).toBe('0000')
      expect(await call(address, '/user/page', {}, token)).toMatchObject({ code: '0000', data: { total: 0 } })

      // Through a pooler that keeps no setting, the database's own counts.
      expect(await as(owner, 'show jit')).toEqual([{ jit: 'off' }])

      // The act has written its entry. The service can neither change nor delete one; the owner is stopped by the trigger.
      const lines = `select count(*)::int > 0 as some from audit_log`
      expect(await asService(lines)).toEqual([{ some: true }])
      for (const act of [`update audit_log set point = ''`, 'delete from audit_log', 'truncate audit_log']) {
        await expect(asService(act)).rejects.toThrow('permission denied')
        await expect(as(owner, act)).rejects.toThrow('can only be added to')
      }
      // Expired entries are deleted only by the function, which allows no other deletion afterwards.
      const old = `now() - interval '400 days'`
      await as(owner, `select make_partitions('audit_log', ${old})`)
      await as(owner, `insert into audit_log (id, point) values (time_id(${old}), 'old')`)
      const retention = `select drop_partitions('audit_log', 200)`
      expect((await asService(retention)).length).toBeGreaterThan(0)
      expect(await asService(`select from audit_log where point = 'old'`)).toEqual([])
      await expect(as(owner, `begin; ${retention}; delete from audit_log`)).rejects.toThrow(
        'can only be added to',
      )

      first.process.kill('SIGTERM')
      expect(await first.ended).toBe(0)
      const again = runService(all)
      expect((await call(await again.ready, '/user/page', {}, token)).code).toBe('0000')
      again.process.kill('SIGTERM')
      expect(await again.ended).toBe(0)
    },
  )

  test('a user who could change the audit log is refused, unless that is allowed by name', {
    timeout: hangLimit,
  }, async () => {
    await asSuperuser(
      `create role operator login password '${password}'`,
      'create database operator owner operator',
    )
    const env = { DATABASE_URL: addressFor('operator'), DATA_KEY: dataKey, DATA_DIR: folder }
    const refused = runService(env)
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toMatch(/could change the audit log.* or set ALLOW_OWNER_RIGHTS=1\.$/m)
    const allowed = runService({ ...env, ALLOW_OWNER_RIGHTS: '1' })
    await allowed.ready
    expect(allowed.said()).toContain('could change the audit log')
    allowed.process.kill('SIGTERM')
    expect(await allowed.ended).toBe(0)
  })

  test('a database of another version is refused in one sentence', { timeout: hangLimit }, async () => {
    for (const statement of manualSql(0)) await asSuperuser(statement)
    await as('operator', 'create table kysely_migration (name text primary key, timestamp text not null)')
    await as('operator', "insert into kysely_migration values ('0001-access', ''), ('0002-user', '')")
    const service = runService({ DATABASE_URL: addressFor('operator'), DATA_KEY: dataKey, DATA_DIR: folder })
    expect(await service.ended).toBe(1)
    expect(service.said()).toContain('made by another version of Kabao: it has the migration 0002-user')
  })

  test('a failed migration is reported with its name and cause, and without a secret', {
    timeout: hangLimit,
  }, async () => {
    for (const statement of manualSql(0)) await asSuperuser(statement)
    await as('operator', 'create table blacklist (id int)')
    const service = runService({ DATABASE_URL: addressFor('operator'), DATA_KEY: dataKey, DATA_DIR: folder })
    expect(await service.ended).toBe(1)
    expect(service.said()).toContain('0012-blacklist')
    expect(service.said()).toContain('relation "blacklist" already exists')
    expect(service.said()).not.toContain(password)
    expect(service.said()).not.toContain(encodeURIComponent(password))
  })
})
