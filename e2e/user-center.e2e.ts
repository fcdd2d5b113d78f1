import { fresh, inFrame, logInAs, makeAccount } from './accounts.ts'
import { expect, rowAction, rows, secret, test, tokenOf } from './product.ts'

test('the avatar menu opens the user center and the settings, each in a tab; a changed name is shown at once; a weak password is refused, a changed one works alone', async ({
  page,
}) => {
  const account = makeAccount()
  await logInAs(page, account)
  await inFrame(page)
  const tab = (name: string) =>
    page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name, exact: true })
  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('menuitem', { name: '用户中心' }).click()
  await expect(page).toHaveURL(/\/user-center$/)
  await expect(tab('用户中心')).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: '编辑资料' }).click()
  await page.getByLabel('邮箱').fill('no address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入正确的邮箱地址')).toBeVisible()
  await page.getByLabel('邮箱').fill('lin@example.com')
  await page.getByLabel('手机号').fill(secret('13912340000'))
  await page.getByLabel(/^姓名/).fill('林芳')
  await page.keyboard.press('Enter')
  await expect(page.getByText('lin@example.com')).toBeVisible()
  await expect(page.getByRole('button', { name: '账号 林芳' })).toBeVisible()

  await page.getByRole('button', { name: '账号' }).click()
  await page.getByRole('menuitem', { name: '用户设置' }).click()
  await expect(page).toHaveURL(/\/user-settings$/)
  await expect(tab('用户设置')).toHaveAttribute('aria-current', 'page')
  await page.getByRole('tab', { name: '会话' }).click()
  await expect(page).toHaveURL(/\/user-settings\?tab=sessions$/)
  await page.reload()
  await expect(page.getByRole('tab', { name: '会话' })).toHaveAttribute('aria-selected', 'true')

  // A weak password is refused with its rules, then changed; the old password no longer works.
  await page.goto('/user-settings')
  const fill = async (next: string) => {
    await page.getByLabel(/^当前密码/).fill(account.password)
    await page.getByLabel(/^新密码/).fill(next)
    await page.getByLabel(/^再次输入新密码/).fill(next)
    await page.getByRole('button', { name: '保存新密码' }).click()
  }
  await fill('password123')
  await expect(page.getByText('这个密码太常见，容易被猜中，请换一个')).toBeVisible()
  const next = secret(`${account.password} changed`)
  await fill(next)
  await expect(page.getByText('密码已修改')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('token'))
  await logInAs(page, account)
  await expect(page.getByText('账号或者密码错误').first()).toBeVisible()
  await logInAs(page, { ...account, password: next })
  await inFrame(page)
})

test('a session can be ended from another browser; a super administrator can end any session', async ({
  page,
  browser,
}) => {
  const account = makeAccount()
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await logInAs(other, account)
  await inFrame(other)
  const token = await tokenOf(other)
  const isOver = async () => {
    const answer = await page.request.get('/api/admin/me', { headers: { token } })
    return (await answer.json()).code === '2000'
  }
  await logInAs(page, account, '/login?redirect=Setting&tab=sessions')
  await expect(page.getByText('本次会话')).toBeVisible()
  expect(await isOver()).toBe(false)
  await page.getByRole('button', { name: /^结束 .* 的会话$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '结束', exact: true }).click()
  await expect(page.getByText('会话已结束')).toBeVisible()
  expect(await isOver()).toBe(true)
  await elsewhere.close()

  const stranger = makeAccount()
  const third = await browser.newContext()
  const theirs = await third.newPage()
  await logInAs(theirs, stranger)
  await inFrame(theirs)
  const theirToken = await tokenOf(theirs)
  await page.goto(`/admin/session-list?username=${stranger.username}`)
  await expect(rows(page)).toHaveCount(1)
  await rowAction(page, rows(page).first(), '结束会话')
  await page.getByRole('alertdialog').getByRole('button', { name: '结束会话' }).click()
  await expect(page.getByText('这里还没有内容').or(page.getByText('没有符合条件的内容'))).toBeVisible()
  const answer = await page.request.get('/api/admin/me', { headers: { token: theirToken } })
  expect((await answer.json()).code).toBe('2000')
  await third.close()
})

test('a token is made, works for a program, is in the audit log by its name, and is revoked', async ({
  page,
}) => {
  const account = makeAccount()
  await logInAs(page, account, '/login?redirect=Setting&tab=tokens')
  await page.getByRole('button', { name: '创建令牌' }).click()
  const dialog = page.getByRole('dialog', { name: '创建令牌' })
  const name = fresh('program')
  await dialog.getByLabel(/^名称/).fill(name)
  await dialog.getByPlaceholder('查找权限').fill('查看黑名单')
  await dialog.getByRole('treeitem', { name: /^查看黑名单/ }).click()
  await dialog.getByLabel(/^您的密码/).fill('not the password 1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('当前密码不正确')).toBeVisible()
  await dialog.getByLabel(/^您的密码/).fill(account.password)
  await page.keyboard.press('Enter')
  const token = secret(await page.getByRole('textbox', { name: '访问令牌' }).inputValue())
  await page.getByRole('button', { name: '复制令牌' }).click()
  await page.getByRole('button', { name: '我已保存，关闭' }).click()

  const call = async (path: string) => {
    const answer = await page.request.post(`/api${path}`, {
      data: {},
      headers: { authorization: `Bearer ${token}` },
    })
    return (await answer.json()).code
  }
  expect(await call('/blacklist/page')).toBe('0000')
  expect(await call('/user/page')).toBe('4030')

  await page.getByRole('list', { name: '访问令牌' }).getByRole('link', { name: '操作日志' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/audit-log\\?tokenName=${name}$`))
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText(`${account.username}（令牌 ${name}）`)

  await page.goto('/user-settings?tab=tokens')
  await page.getByRole('button', { name: `吊销令牌 ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '吊销' }).click()
  await expect(page.getByText('还没有访问令牌')).toBeVisible()
  expect(await call('/blacklist/page')).toBe('2000')
})
