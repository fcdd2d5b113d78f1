import { settled, visit } from './frame.ts'
import { call, enter, expect, type Page, rowAction, rows, runScript, test } from './product.ts'

/** If a page renders this text as markup, its script runs and it requests an image that does not exist. */
const text = '<img src=x onerror=window.ran=1>'

// So every list begins with such a record.
test.use({ leaves: 'markup everywhere' })
// One worker, because the product of another one would cost more than it gains.
test.describe.configure({ mode: 'default' })

/** Writes the text into every text column that accepts it; returns these columns. */
function store(): { reached: string[]; admin: string; role: string } {
  return JSON.parse(runScript('store-text', text, `h${Date.now() % 100_000_000}`))
}

async function expectOnlyText(page: Page) {
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
}

interface MenuNode {
  path: string
  type: number
  children: MenuNode[]
}

test('stored markup is shown as text on every page and never runs', async ({ page }) => {
  // Visits every page.
  test.setTimeout(300_000)
  const { reached } = store()
  expect(reached).toEqual(
    expect.arrayContaining([
      'admin.name',
      'admin.remark',
      'blacklist.reason',
      'blacklist.remark',
      'channel.name',
      'role.name',
      'role.remark',
      'user.device',
    ]),
  )
  await enter(page, '/home')
  await settled(page)
  const { data: menu } = (await call(page, 'GET', '/menu/listByToken')) as { data: MenuNode[] }
  const pages = menu.flatMap(({ path, children }) => children.map((child) => `${path}/${child.path}`))
  for (const path of ['/message', ...pages]) {
    await visit(page, path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expectOnlyText(page)
  }
  // Checks that the lists show the stored text, because otherwise the test would prove nothing.
  for (const path of ['/user/list', '/user/black-list', '/admin/list', '/admin/role-list', '/message']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    await expectOnlyText(page)
  }
})

test('stored markup never runs in dialogs, drawers and confirmations', async ({ page }) => {
  test.slow()
  store()
  await enter(page, '/user/list')
  await rows(page).first().click()
  await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible()
  await expectOnlyText(page)

  await page.goto('/user/black-list')
  await rowAction(page, rows(page).first(), '编辑')
  await expect(page.getByRole('dialog').getByLabel('备注')).toHaveValue(text)
  await page.goto('/user/black-list')
  await rowAction(page, rows(page).first(), '移除')
  await expect(page.getByRole('alertdialog').getByText(text)).toBeVisible()
  await expectOnlyText(page)

  await page.goto('/admin/list')
  await rowAction(page, rows(page).first(), '停用')
  await expect(page.getByRole('alertdialog').getByText(text)).toBeVisible()
  await expectOnlyText(page)

  await page.goto('/admin/role-list')
  await rowAction(page, rows(page).first(), '查看成员')
  await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible()
  await expectOnlyText(page)

  await page.getByRole('dialog').press('Escape')
  await page.getByRole('button', { name: /消息/ }).first().click()
  await expect(page.getByText(text).last()).toBeVisible()
  await expectOnlyText(page)
})
