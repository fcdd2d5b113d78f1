import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { verifyPassword } from '#access/password'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { runAdmin } from './admin-process.ts'
import { secret, startApp } from './harness.ts'
import { addOrg } from './ledger.ts'
import { endAll, runService } from './process.ts'

vi.setConfig({ testTimeout: 120_000 })

const admin = (
  args: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
) => runAdmin(args, env, input)
const madeIn = (out: string) => secret(out.trim().split('\n').at(-1) ?? '')

describe('on an operator’s own database', () => {
  const app = startApp()
  const cluster = inject('cluster')
  let env: Record<string, string>
  beforeAll(async () => {
    const { rows } = await app.pool.query('select current_database() as name')
    env = {
      DATABASE_URL: `postgres://${cluster.user}@/${rows[0].name}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
      DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    await app.pool.query(
      `insert into role (code, name, is_super) values ('root', '超级', true), ('reader', '只读', false)`,
    )
  })
  const stored = async (username: string) =>
    (await app.pool.query('select * from admin where username = $1', [username])).rows[0]
  const opens = async (username: string, password: string) =>
    verifyPassword((await stored(username)).password_hash, password)

  test('an account is created with its roles, a password printed once, and an audit log entry without it', async () => {
    const { out, code } = await admin(
      ['create', '--username', 'zhang', '--name', '张三', '--role', 'root', '--role', 'reader'],
      { env },
    )
    expect(code).toBe(0)
    const password = madeIn(out)
    expect(await opens('zhang', password)).toBe(true)
    expect(await stored('zhang')).toMatchObject({
      name: '张三',
      must_change_password: true,
      status: 'enabled',
    })
    const list = await admin(['list'], { env })
    expect(list.out).toMatch(/^zhang\t张三\tenabled\treader, root\tnever$/m)
    expect(list.out).not.toContain(password)
    const { rows } = await app.pool.query(`select * from audit_log where username = 'shell'`)
    expect(rows).toMatchObject([
      { point: 'admin:create', target_kind: 'admin', after: { username: 'zhang' } },
    ])
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  test('a new password, from standard input or the environment, ends the sessions and is not printed', async () => {
    const { token, adminId } = await app.as()
    await app.pool.query(`update admin set username = 'liming' where id = $1`, [adminId])
    const first = secret('from standard input 1')
    const given = await admin(['reset-password', '--username', 'LIMING', '--password-stdin'], {
      env,
      input: `${first}\n`,
    })
    expect(given).toMatchObject({ code: 0, err: '' })
    expect(given.out).not.toContain(first)
    expect(await opens('liming', first)).toBe(true)
    expect((await app.app.inject({ url: '/api/admin/me', headers: { token } })).json().code).toBe('2000')

    const second = secret('from the environment 2')
    const { out } = await admin(['reset-password', '--username', 'liming'], {
      env: { ...env, NEW_PASSWORD: second },
    })
    expect(out).not.toContain(second)
    expect(await opens('liming', second)).toBe(true)
  })

  test('a locked-out account may try again at once', async () => {
    const password = secret('a right password 3')
    await app.createAdmin({ username: 'wang', password })
    const signIn = async (tried: string) =>
      (await app.request('POST', '/admin/login', { username: 'wang', password: tried })).body.code
    let code = ''
    for (let attempt = 0; attempt < 40 && code !== '4290'; attempt++) code = await signIn('wrong')
    expect(await signIn(password)).toBe('4290')
    expect((await admin(['unlock', '--username', 'Wang'], { env })).code).toBe(0)
    expect(await signIn(password)).toBe('0000')
  })

  test('the ledger is checked, and a fault ends the command with its name', async () => {
    const orgId = await addOrg(app, 500)
    const whole = await admin(['verify-ledger'], { env })
    expect([whole.code, whole.out]).toEqual([0, 'The ledger is whole: 1 transfers of 1 accounts.\n'])
    await app.pool.query('update account set balance_fen = 501 where org_id = $1', [orgId])
    await app.pool.query(
      'insert into account_delta (account_id, day, debit_fen, credit_fen, transfers) select id, current_date, 1, 1, 0 from account',
    )
    const broken = await admin(['verify-ledger'], { env })
    expect([broken.code, broken.out]).toEqual([1, ''])
    expect(broken.err).toMatch(
      /The ledger is not whole .*\nthe balance of account \d+ is not that after its last transfer\nthe sums by day are not those of the transfers\n/,
    )
    const { rows } = await app.pool.query(
      'select jsonb_array_length(faults) as faults, sums_agree as agree from ledger_check order by id',
    )
    expect(rows).toEqual([
      { faults: 0, agree: true },
      { faults: 1, agree: false },
    ])
  })

  test.each([
    [['create', '--username', 'zhang', '--role', 'root'], 'The username zhang is taken.'],
    [['create', '--username', 'x y', '--role', 'root'], 'A username has 3 to 32'],
    [['create', '--username', 'chen', '--role', 'nobody'], 'There is no role nobody. There are:'],
    [['create', '--username', 'chen'], 'Name at least one role'],
    [['reset-password', '--username', 'nobody'], 'There is no administrator nobody.'],
    [['unlock', '--username', 'nobody'], 'There is no administrator nobody.'],
    [['unlock'], 'Usage:'],
    [['delete', '--username', 'zhang'], 'Usage:'],
    [['reset-password', '--username', 'zhang', '--password', 'abc'], 'Usage:'],
  ])('%j is refused in a sentence', async (args, sentence) => {
    const { err, out, code } = await admin(args, { env })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/\n\s+at /)
  })

  test('a password that is too simple is refused and not repeated', async () => {
    const { err, code } = await admin(['reset-password', '--username', 'zhang', '--password-stdin'], {
      env,
      input: 'short\n',
    })
    expect(code).toBe(1)
    expect(err).toContain('8 to 128 characters')
    expect(err).not.toContain('short')
  })
})

describe('on the embedded database', () => {
  let folder: string
  beforeAll(async () => {
    folder = await memoryFolder('kabao-admin-')
  })
  afterEach(endAll)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('works while the service runs and while it does not, and leaves nothing running', async () => {
    const env = { DATA_DIR: join(folder, 'data') }
    expect((await admin(['list'], { env })).err).toContain('start the service once')

    const service = runService(env)
    const address = await service.ready
    const { out } = await admin(['create', '--username', 'zhang', '--role', 'admin'], { env })
    const signedIn = await fetch(`${address}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'zhang', password: madeIn(out) }),
    })
    expect(await signedIn.json()).toMatchObject({ code: '0000', data: { mustChangePassword: true } })
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)

    expect((await admin(['list'], { env })).out).toMatch(/^zhang\tzhang\tenabled\tadmin\t20/m)
    // It would be refused if the command had left the database running.
    const again = runService(env)
    await again.ready
  })
})
