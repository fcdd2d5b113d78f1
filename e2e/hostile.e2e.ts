import { everyPath, prepare } from './addresses.ts'
import { visit } from './frame.ts'
import { enter, expect, type Page, rowAction, rows, runScript, test } from './product.ts'

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

test('stored markup is shown as text on every page and never runs, and every page is accessible in English', async ({
  page,
}) => {
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
  const { look, violations } = await prepare(page, 'en-US')
  for (const path of await everyPath(page)) {
    await visit(page, `${path}?size=10`)
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
    await expectOnlyText(page)
    await look(path)
  }
  expect(violations.lines).toEqual([])
  // Checks that the lists show the stored text, because otherwise the test would prove nothing.
  for (const path of ['/user/list', '/user/black-list', '/admin/list', '/admin/role-list', '/message']) {
    await visit(page, path)
    await expect(page.getByRole('main').getByText(text).filter({ visible: true })).not.toHaveCount(0)
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

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await visit(page, '/user/black-list')
  await rowAction(page, rows(page).first(), '编辑')
  await expect(page.getByRole('dialog').getByLabel('备注')).toHaveValue(text)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await rowAction(page, rows(page).first(), '移除')
  await expect(page.getByRole('alertdialog').getByText(text)).toBeVisible()
  await expectOnlyText(page)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await visit(page, '/admin/list')
  await rowAction(page, rows(page).first(), '停用')
  await expect(page.getByRole('alertdialog').getByText(text)).toBeVisible()
  await expectOnlyText(page)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await visit(page, '/admin/role-list')
  await rowAction(page, rows(page).first(), '查看成员')
  await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible()
  await expectOnlyText(page)

  await page.getByRole('dialog').press('Escape')
  await page.getByRole('button', { name: /消息/ }).first().click()
  await expect(page.getByText(text).last()).toBeVisible()
  await expectOnlyText(page)
})
