import { fresh, someoneWith } from './accounts.ts'
import { Violations } from './axe.ts'
import { openBy, settled, tabBar, visit } from './frame.ts'
import { call, callsTo, enter, expect, type Page, rows, test } from './product.ts'

const views = (page: Page) => page.getByRole('button', { name: /^(视图|Views)/ })
const panel = (page: Page) => page.getByRole('dialog', { name: /^视图/ })

test('a view is saved, changed, shared with a role, opened by its address by a colleague, and deleted', async ({
  page,
  browser,
  baseURL,
}) => {
  await enter(page, '/user/list?status=accepted&sort=createdAt')
  const { role, session } = await someoneWith(page, ['UserList', 'user:page'])
  const name = fresh('已接收')
  await expect(rows(page)).toHaveCount(20)

  // Uses only the keyboard.
  await views(page).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByRole('button', { name: '另存为视图…' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '保存为视图' })
  await expect(form.getByLabel('名称')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(views(page)).toHaveAccessibleName(`视图 ${name}`)
  await expect(views(page)).toBeFocused()
  await expect(page).toHaveURL(/view=\d+/)

  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '手机号' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(views(page)).toHaveAccessibleName(`视图 ${name} （已更改）`)
  await views(page).click()
  await panel(page)
    .getByRole('button', { name: `更新“${name}”` })
    .click()
  await expect(views(page)).toHaveAccessibleName(`视图 ${name}`)

  await views(page).click()
  await panel(page)
    .getByRole('button', { name: `编辑“${name}”` })
    .click()
  const edit = page.getByRole('dialog', { name: '编辑视图' })
  await edit.getByRole('combobox', { name: '共享给' }).click()
  await page.getByRole('option', { name: role.name }).click()
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit).toHaveCount(0)
  const id = new URL(page.url()).searchParams.get('view') as string

  const context = await browser.newContext({ baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const theirs = await context.newPage()
  const pageCalls = callsTo(theirs, '/user/page')
  await enter(theirs, `/user/list?view=${id}`, session)
  await expect(views(theirs)).toHaveAccessibleName(`视图 ${name}`)
  await expect(rows(theirs)).toHaveCount(20)
  expect(pageCalls[0]?.postDataJSON()).toEqual({
    current: 1,
    size: 20,
    sort: 'createdAt',
    status: 'accepted',
  })
  const texts = await rows(theirs).allInnerTexts()
  expect(texts.every((text) => text.includes('已接收'))).toBe(true)
  await expect(theirs.getByRole('columnheader', { name: /注册时间/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(theirs.getByRole('columnheader', { name: '手机号' })).toHaveCount(0)
  await views(theirs).click()
  await expect(panel(theirs)).toContainText(role.name)
  await expect(panel(theirs).getByRole('button', { name: `删除“${name}”` })).toHaveCount(0)
  await panel(theirs).getByRole('button', { name: '默认列表' }).click()
  await expect(theirs.getByRole('columnheader', { name: '手机号' })).toBeVisible()
  await theirs.goBack()
  await expect(views(theirs)).toHaveAccessibleName(`视图 ${name}`)
  await theirs.reload()
  await expect(views(theirs)).toHaveAccessibleName(`视图 ${name}`)
  await expect(theirs.getByRole('columnheader', { name: '手机号' })).toHaveCount(0)

  await views(page).click()
  await panel(page)
    .getByRole('button', { name: `删除“${name}”` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(views(page)).toHaveAccessibleName('视图')
  await expect(page).not.toHaveURL(/view=/)
  await expect(page).toHaveURL(/status=accepted/)
  await theirs.goto(`/user/list?view=${id}`)
  await expect(theirs.getByText('这个视图不存在，或没有共享给您。')).toBeVisible()
  await expect(rows(theirs)).toHaveCount(20)
  await context.close()
})

/** Every list, by its address and its number of tables. */
const lists = [
  ['/user/list', 'user'],
  ['/user/black-list', 'blacklist'],
  ['/user/feedback-list', 'feedback'],
  ['/plan/push-list', 'push'],
  ['/admin/list', 'admin'],
  ['/admin/role-list', 'role'],
  ['/admin/login-log', 'loginLog'],
  ['/admin/audit-log', 'audit'],
  ['/admin/session-list', 'session'],
  ['/admin/job-list', 'job'],
  ['/message', 'message'],
] as const

test('every list has views and fetches them only when the panel opens', async ({ page }) => {
  test.slow()
  await enter(page)
  await settled(page)
  const viewCalls: string[] = []
  const saved: [address: string, name: string][] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/saved-view')) viewCalls.push(new URL(request.url()).search)
  })
  for (const [path, list] of lists) {
    await visit(page, path)
    await expect(views(page)).toBeVisible()
    await expect(tabBar(page)).toBeVisible()
    expect(viewCalls, path).toEqual([])
    await views(page).click()
    const form = page.getByRole('dialog', { name: '保存为视图' })
    await openBy(panel(page).getByRole('button', { name: '另存为视图…' }), form)
    const name = fresh(list)
    await form.getByLabel('名称').fill(name)
    await page.keyboard.press('Enter')
    await expect(views(page)).toHaveAccessibleName(`视图 ${name}`)
    await expect(page).toHaveURL(/view=\d+/)
    saved.push([page.url().slice(new URL(page.url()).origin.length), name])
    viewCalls.length = 0
  }
  // The console knows nothing of them any more, and reads each by its address.
  await page.goto('/home')
  await settled(page)
  for (const [address, name] of saved) {
    await visit(page, address)
    await expect(views(page)).toHaveAccessibleName(`视图 ${name}`)
  }
})

test('the panel and the form of views are accessible, in both themes and on a phone', async ({ page }) => {
  await enter(page, '/user/list')
  const created = await call(page, 'POST', '/saved-view', {
    list: 'user',
    name: fresh('无障碍'),
    filters: { status: 'pushed' },
    sort: '-createdAt',
    columns: { order: [], hidden: [], widths: {}, density: 'normal' },
  })
  const found = new Violations()
  await page.goto(`/user/list?view=${created.data.id}&flow=full`)
  await views(page).click()
  await expect(panel(page).getByRole('button', { name: '还原更改' })).toBeVisible()
  await found.look(page, 'the panel')
  await panel(page).getByRole('button', { name: '另存为视图…' }).click()
  await expect(page.getByRole('dialog', { name: '保存为视图' })).toBeVisible()
  await found.look(page, 'the form')
  expect(found.lines).toEqual([])
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await views(page).click()
  const isInside = async () => {
    const box = await panel(page).boundingBox()
    return !!box && box.x >= 0 && box.x + box.width <= 390
  }
  await expect.poll(isInside).toBe(true)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
