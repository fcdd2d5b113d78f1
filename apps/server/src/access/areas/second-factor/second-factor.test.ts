import { type TOTP, URI } from 'otpauth'
import { afterEach, expect, test, vi } from 'vitest'
import { type RequestFn, secret, startApp } from '#test/harness'

const app = startApp()
const password = 'right 12'
afterEach(() => void vi.useRealTimers())

/** The clock of the service and of the authenticator; the database's clock is not changed. */
const setClock = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] })
const now = Math.floor(Date.now() / 30_000) * 30 + 10

const login = async (username: string, remoteAddress = '10.0.0.1') => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    remoteAddress,
    payload: { username, password },
  })
  return response.json()
}
const byCode = async (challenge: string, code: string, { ip = '10.0.0.1', device = '' } = {}) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/admin/login/second-factor',
    remoteAddress: ip,
    payload: { challenge, code, ...(device && { device }) },
  })
  return response.json()
}
const asToken =
  (token: string): RequestFn =>
  async (method, path, body, language = 'zh-CN') => {
    const response = await app.app.inject({
      method,
      url: `/api${path}`,
      headers: { token, 'accept-language': language },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, body: response.json() }
  }

/** An account with its second factor on; `code` returns the code of its authenticator. */
async function withSecondFactor(username: string) {
  const id = await app.createAdmin({ username, password })
  const first = await login(username)
  const request = asToken(first.data.token)
  const { secret: base32, uri } = (await request('POST', '/second-factor/set-up', { password })).body.data
  secret(base32)
  const totp = URI.parse(uri) as TOTP
  const code = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  const confirmed = await request('POST', '/second-factor/confirm', { code: code() })
  return {
    id,
    request,
    code,
    codes: confirmed.body.data.recoveryCodes as string[],
    device: first.data.device,
  }
}

test('no code is required until the first code was right; the secret is encrypted, the recovery codes are hashed', async () => {
  setClock(now)
  const id = await app.createAdmin({ username: 'tf-begin', password })
  const request = asToken((await login('tf-begin')).data.token)
  expect((await request('POST', '/second-factor/set-up', { password: 'wrong' })).body.data.fields).toEqual({
    password: '当前密码不正确',
  })
  const begun = (await request('POST', '/second-factor/set-up', { password })).body.data
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Kabao:tf-begin\?issuer=Kabao&secret=[A-Z2-7]{32}&/)
  expect((await login('tf-begin')).data.token).toEqual(expect.any(String))
  expect((await request('POST', '/second-factor/confirm', { code: '000000' })).body.code).toBe('4000')
  expect((await request('GET', '/second-factor')).body.data).toMatchObject({
    isOn: false,
    recoveryCodesLeft: 0,
  })

  const code = (URI.parse(begun.uri) as TOTP).generate()
  const { recoveryCodes } = (await request('POST', '/second-factor/confirm', { code })).body.data
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await request('GET', '/second-factor')).body.data).toMatchObject({
    isOn: true,
    recoveryCodesLeft: 10,
  })
  expect((await request('POST', '/second-factor/set-up', { password })).body.code).toBe('4090')
  const stored = await app.pool.query(
    `select (select second_factor::text from second_factor where admin_id = $1) as factor,
      (select string_agg(recovery_code::text, ' ') from recovery_code where admin_id = $1) as codes,
      (select string_agg(audit_log::text, ' ') from audit_log where admin_id = $1) as audit`,
    [id],
  )
  const text = JSON.stringify(stored.rows)
  // Bytes are in hexadecimal there.
  for (const plain of [
    begun.secret,
    ...recoveryCodes,
    ...recoveryCodes.map((each: string) => each.replace('-', '')),
  ])
    for (const form of [plain, Buffer.from(plain).toString('hex')]) expect(text).not.toContain(form)
})

test('signing in requires both steps; a code works once, and earlier codes no longer work after it', async () => {
  setClock(now)
  const { code, request } = await withSecondFactor('tf-both')
  // The code of the confirmation is already used.
  const first = await login('tf-both')
  expect(first.data).toEqual({
    secondFactor: 'required',
    challenge: expect.any(String),
    expiresAt: expect.any(String),
  })
  const { challenge } = first.data
  expect((await byCode(challenge, code())).data).toEqual({
    fields: { code: '验证码不正确、已使用或已过期，请输入新的验证码' },
  })
  setClock(now + 60)
  expect((await byCode('made-up', code())).code).toBe('4010')
  const signedIn = await byCode(challenge, `${code().slice(0, 3)} ${code().slice(3)}`)
  expect(signedIn.data).toMatchObject({ username: 'tf-both', token: expect.any(String) })
  expect((await asToken(signedIn.data.token)('GET', '/admin/me')).body.code).toBe('0000')
  expect((await byCode(challenge, code(1))).code).toBe('4010')
  const again = (await login('tf-both')).data.challenge
  expect((await byCode(again, code())).code).toBe('4000')
  expect((await byCode(again, code(-1))).code).toBe('4000')
  expect((await byCode(again, code(1))).code).toBe('0000')
  // A clock that is off by two steps is refused.
  setClock(now + 300)
  const late = (await login('tf-both')).data.challenge
  expect((await byCode(late, code(-2))).code).toBe('4000')
  expect((await byCode(late, code(2))).code).toBe('4000')
  expect((await byCode(late, code(-1))).code).toBe('0000')
  const lines = (await request('GET', '/login-log/mine')).body.data.map(
    (row: { reason: string }) => row.reason,
  )
  expect(lines.slice(0, 4)).toEqual(['ok', 'wrongSecondFactor', 'wrongSecondFactor', 'secondFactorAsked'])
})

test('fifty concurrent requests with one code open one session, in every round', async () => {
  setClock(now)
  const { id, code, codes } = await withSecondFactor('tf-race')
  await app.set('lockout.failures', 50)
  for (let round = 1; round <= 6; round++) {
    setClock(now + round * 60)
    const value = round % 2 === 0 ? code() : (codes[round] as string)
    const challenges = await Promise.all(Array.from({ length: 3 }, () => login('tf-race')))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => byCode(challenges[index % 3].data.challenge, value)),
    )
    expect(answers.filter((answer) => answer.code === '0000')).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === '50000')).toHaveLength(0)
    await app.pool.query('delete from lockout')
  }
  const { rows } = await app.pool.query(
    `select count(*)::int as count from login_log where admin_id = $1 and result = 'succeeded'`,
    [id],
  )
  expect(rows).toEqual([{ count: 7 }])
  await app.set('lockout.failures', null)
}, 60_000)

test('guessing codes is slowed down, but not in the owner’s own browser', async () => {
  setClock(now)
  const { code, device } = await withSecondFactor('tf-guess')
  const thief = (await login('tf-guess', '10.1.0.1')).data.challenge
  const guesses = await Promise.all(
    Array.from({ length: 50 }, () => byCode(thief, '000000', { ip: '10.1.0.1' })),
  )
  expect(guesses.filter((answer) => answer.code === '4000')).toHaveLength(5)
  expect(guesses.filter((answer) => answer.code === '4290')).toHaveLength(45)
  for (let n = 2; n < 6; n++) {
    const { challenge } = (await login('tf-guess', `10.1.0.${n}`)).data
    for (let tried = 0; tried < 4; tried++) await byCode(challenge, '000000', { ip: `10.1.0.${n}` })
  }
  setClock(now + 60)
  const stranger = (await login('tf-guess', '10.2.0.1')).data.challenge
  expect((await byCode(stranger, code(), { ip: '10.2.0.1' })).code).toBe('4290')
  expect((await byCode(stranger, code(), { ip: '10.2.0.1', device })).code).toBe('0000')
}, 30_000)

test('a recovery code opens one session, reduces the number of codes and notifies the owner', async () => {
  setClock(now)
  const { codes, request } = await withSecondFactor('tf-lost')
  const { challenge } = (await login('tf-lost')).data
  const typed = (codes[3] as string).toLowerCase().replace('-', ' ')
  const signedIn = await byCode(challenge, typed)
  expect(signedIn.code).toBe('0000')
  const again = (await login('tf-lost')).data.challenge
  expect((await byCode(again, typed)).code).toBe('4000')
  expect((await request('GET', '/second-factor')).body.data.recoveryCodesLeft).toBe(9)
  const told = (await request('POST', '/message/list', {}, 'en-US')).body.data
  expect(told[0]).toMatchObject({
    title: 'Signed in with a recovery code',
    content: expect.stringContaining('9 left'),
  })
})

test('a challenge ends after its lifetime and when the password changes', async () => {
  setClock(now)
  const { request, code } = await withSecondFactor('tf-late')
  setClock(now + 60)
  const { challenge } = (await login('tf-late')).data
  await app.pool.query(`update sign_in_challenge set expires_at = now()`)
  expect(await byCode(challenge, code())).toMatchObject({
    code: '4010',
    desc: '验证已超时，请重新输入密码登录',
  })
  const next = (await login('tf-late')).data.challenge
  expect(
    (await request('POST', '/admin/password', { current: password, next: 'other 1234' })).body.code,
  ).toBe('0000')
  expect((await byCode(next, code())).code).toBe('4010')
})

test('turning it off and new recovery codes require the password and a code; guessing is slowed down there too', async () => {
  setClock(now)
  const { request, code, codes } = await withSecondFactor('tf-off')
  setClock(now + 60)
  const off = (body: object) => request('POST', '/second-factor/turn-off', body)
  expect((await off({ password: 'wrong', code: code() })).body.data.fields).toEqual({
    password: '当前密码不正确',
  })
  const renewed = await request('POST', '/second-factor/recovery-codes', { password, code: code() })
  expect(renewed.body.data.recoveryCodes).toHaveLength(10)
  expect((await off({ password, code: codes[0] })).body.data.fields.code).toMatch(/验证码不正确/)
  const guesses = await Promise.all(Array.from({ length: 20 }, () => off({ password, code: '000000' })))
  expect(guesses.filter(({ body }) => body.code === '4000').length).toBeLessThanOrEqual(4)
  await app.pool.query('delete from lockout')
  expect((await off({ password, code: renewed.body.data.recoveryCodes[0] })).body.code).toBe('0000')
  expect((await login('tf-off')).data.token).toEqual(expect.any(String))
})

test('a role that requires it refuses everything else from the next request until it is set up', async () => {
  setClock(now)
  const id = await app.createAdmin({ username: 'tf-role', password })
  const { rows } = await app.pool.query(
    `insert into role (code, name, is_super) values ('tf', 'tf', true) returning id`,
  )
  await app.pool.query('insert into admin_role values ($1, $2)', [id, rows[0].id])
  const open = asToken((await login('tf-role')).data.token)
  expect((await open('POST', '/user/page', {})).body.code).toBe('0000')
  await app.pool.query('update role set requires_second_factor = true where id = $1', [rows[0].id])
  expect((await open('POST', '/user/page', {})).body).toMatchObject({
    code: '4030',
    desc: '请先设置两步验证',
  })
  expect((await open('GET', '/admin/me')).body.data.mustSetUpSecondFactor).toBe(true)

  const signedIn = (await login('tf-role')).data
  expect(signedIn.mustSetUpSecondFactor).toBe(true)
  const request = asToken(signedIn.token)
  const { uri } = (await request('POST', '/second-factor/set-up', { password })).body.data
  await request('POST', '/second-factor/confirm', { code: (URI.parse(uri) as TOTP).generate() })
  expect((await request('POST', '/user/page', {})).body.code).toBe('0000')
  expect((await request('GET', '/admin/me')).body.data).not.toHaveProperty('mustSetUpSecondFactor')
  // The earlier session has not shown the second factor.
  expect((await open('GET', '/admin/me')).body.code).toBe('2000')
})

test('an administrator resets another’s second factor, but not their own nor that of an account with more rights', async () => {
  setClock(now)
  const target = await withSecondFactor('tf-target')
  const request = await app.as('secondFactor:reset')
  const reset = (id: string, by = request) => by('POST', `/admin/${id}/second-factor/reset`)
  expect((await reset(request.adminId)).body.code).toBe('4030')
  expect((await reset('999999')).body.code).toBe('4040')
  await app.pool.query(`insert into admin_role select $1, id from role where is_super limit 1`, [target.id])
  expect((await reset(target.id)).body.code).toBe('4030')
  expect((await reset(target.id, await app.as('*'))).body.code).toBe('0000')
  expect((await target.request('GET', '/admin/me')).body.code).toBe('2000')
  expect((await login('tf-target')).data.token).toEqual(expect.any(String))
})
