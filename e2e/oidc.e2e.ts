import { freePort, startSsoProvider, type TestProvider } from '../scripts/lib/sso-provider.ts'
import { chooseAccount } from './frame.ts'
import { type Product, startCopy } from './own-product.ts'
import { test as base, enter, expect, secret, tokenOf } from './product.ts'

interface Company {
  product: Product
  provider: TestProvider
}

/** A product that knows its own address, and a real provider on this machine. */
const test = base.extend<object, Company>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const provider = await startSsoProvider(origin, secret('a secret of the client in a journey'))
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ provider }, use, { workerIndex }) => {
      const product = await startCopy(process.env.E2E_TEMPLATE ?? '', workerIndex, {
        PORT: new URL(origin).port,
        PUBLIC_URL: origin,
        INTERNAL_PARTNERS: new URL(provider.issuer).host,
      })
      await use(product)
      await product.end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
const origin = `http://127.0.0.1:${await freePort()}`

test('an administrator connects a provider; a person signs in by it, gets and loses a role, and is signed out by it', async ({
  page,
  provider,
  browser,
}) => {
  await enter(page, '/admin/sso')
  await page.getByLabel(/^名称/).fill('企业账号')
  await page.getByLabel(/^签发者地址/).fill(provider.issuer)
  await page.getByRole('button', { name: '测试连接' }).click()
  await expect(page.getByText('已找到认证方')).toBeVisible()
  await page.getByLabel(/^客户端 ID/).fill(provider.clientId)
  await page.getByLabel('客户端密钥', { exact: true }).fill(provider.clientSecret)
  await page.getByLabel(/^范围/).fill('email profile')
  await page.getByRole('combobox', { name: '按什么找到账号' }).click()
  await page.getByRole('option', { name: '已验证的邮箱' }).click()
  await page.getByRole('switch', { name: '没有账号时自动开通' }).click()
  await page.getByLabel(/^用户组字段/).fill('groups')
  await page.getByRole('button', { name: '添加对应关系' }).click()
  await page.getByRole('textbox', { name: '用户组', exact: true }).fill('readers')
  await page.getByRole('combobox', { name: '角色', exact: true }).click()
  await page.getByRole('option', { name: '只读' }).click()
  await page.getByRole('switch', { name: '启用单点登录' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('单点登录设置已保存')).toBeVisible()

  const person = {
    email: 'lin@example.com',
    email_verified: true,
    preferred_username: 'lin.company',
    name: '林一',
  }
  provider.people.set('lin', { ...person, groups: ['readers'] })
  provider.sub = 'lin'
  const context = await browser.newContext({ baseURL: origin, locale: 'zh-CN' })
  const own = await context.newPage()
  const signIn = async () => {
    await own.goto('/login?redirect=UserList')
    await own.getByRole('button', { name: '用 企业账号 登录' }).click()
  }
  await signIn()
  await expect(own).toHaveURL(/\/user\/list$/)
  await expect(own.getByRole('heading', { name: '用户列表' })).toBeVisible()

  // Without the group, the role is gone at the next sign-in.
  provider.people.set('lin', { ...person, groups: ['others'] })
  await chooseAccount(own, '退出登录')
  await signIn()
  await expect(own.getByText('您在 企业账号 的用户组没有对应的角色，不能登录')).toBeVisible()
  await expect(own).toHaveURL(/\/login\?redirect=UserList$/)

  provider.people.set('lin', { ...person, groups: ['readers'] })
  await signIn()
  await expect(own.getByRole('heading', { name: '用户列表' })).toBeVisible()
  const token = await tokenOf(own)
  const there = await context.newPage()
  await there.goto(`${provider.issuer}/session/end`)
  await there.getByRole('button', { name: 'Sign out here' }).click()
  await expect
    .poll(async () => {
      const answer = await own.request.get('/api/admin/me', { headers: { token } })
      return ((await answer.json()) as { code: string }).code
    })
    .toBe('2000')
  await own.goto('/user/list')
  await expect(own).toHaveURL(/\/login/)
  await context.close()
})
