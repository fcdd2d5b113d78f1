import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, type Page, runScript, type Session, secret, typeLogin } from './product.ts'

export interface Account {
  username: string
  password: string
}

/** A separate account with all permissions, for journeys that lock, change or delete an account. */
export function makeAccount({ asksSecondFactor = false } = {}): Account {
  const account = {
    username: `j-${randomBytes(5).toString('hex')}`,
    password: secret(`pw-${randomBytes(8).toString('hex')} 1`),
  }
  const flags = asksSecondFactor ? ['asks-second-factor'] : []
  runScript('make-admin', account.username, account.password, ...flags)
  return account
}

/** A name that no record uses yet. */
export const fresh = (what: string) => `${what}-${Date.now() % 1_000_000}${Math.floor(Math.random() * 100)}`

const sender =
  (page: Page) =>
  async (path: string, data: object, token = '') =>
    (await page.request.post(`/api${path}`, { data, headers: { token } })).json()

/**
 * Creates a role with these nodes and an account with the role, and signs in. Another administrator makes both, because whoever makes an
 * account is no second person beside it.
 */
export async function someoneWith(page: Page, nodes: string[]) {
  const code = fresh('role')
  const username = fresh('person')
  const post = sender(page)
  const maker = secret((await post('/admin/login', makeAccount())).data.token)
  const { data: role } = await post('/role', { code, name: code, nodes }, maker)
  const { data: made } = await post('/admin', { username, name: '王五', roleIds: [role.id] }, maker)
  const first = await post('/admin/login', { username, password: secret(made.password) })
  const next = secret(`${fresh('Chosen')} 7`)
  await post('/admin/password', { current: made.password, next }, secret(first.data.token))
  const { data: session } = await post('/admin/login', { username, password: next })
  secret(session.token)
  return { role, session: session as Session }
}

/** Another person approves every change that waits for a review. */
export async function approveChanges(page: Page): Promise<void> {
  const post = sender(page)
  const token = secret((await post('/admin/login', makeAccount())).data.token)
  const { data } = await post('/finance/change/page', { status: 'pending', size: 200 }, token)
  for (const { id, version } of data.records)
    expect(await post(`/finance/change/${id}/approve`, { version }, token)).toMatchObject({ code: '0000' })
}

/** Sends the login form with an account's name and password. */
export async function logInAs(page: Page, { username, password }: Account, path = '/login'): Promise<void> {
  await page.goto(path)
  await typeLogin(page, username, password)
}

export const inFrame = (page: Page) => expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()

export interface Authenticator {
  /** The current code, or the code a number of steps later. */
  code: (steps?: number) => string
  recoveryCodes: string[]
}

/** Does the set-up, starting at the form for the password. */
export async function setUpSecondFactor(page: Page, { password }: Account): Promise<Authenticator> {
  await page.getByLabel('当前密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: '两步验证的二维码' })).toBeVisible()
  const key = secret(((await page.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const code = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  await page.getByLabel('验证码', { exact: true }).fill(code())
  await page.keyboard.press('Enter')
  const region = page.getByRole('region', { name: '保存恢复码' })
  await expect(region.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = (await region.getByRole('listitem').allTextContents()).map(secret)
  await page.getByRole('checkbox', { name: '我已保存好恢复码' }).check()
  await page.getByRole('button', { name: '完成', exact: true }).click()
  return { code, recoveryCodes }
}
