import { currentTab } from './frame.ts'
import { callsTo, enter, expect, type Page, rows, test } from './product.ts'

/* The command palette: records and actions. */

const options = (page: Page) => page.getByRole('dialog', { name: '命令面板' }).getByRole('option')

async function ask(page: Page, text: string) {
  await expect(currentTab(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: '命令面板' })).toBeFocused()
  await page.keyboard.insertText(text)
}

test('the palette finds a user by the last digits of the phone, and an action by another word; a whole phone is looked up only when it is chosen', async ({
  page,
}) => {
  await enter(page, '/user/list')
  const row = rows(page).first()
  const masked = (await row.getByText(/^1\d{2}\*{4}\d{4}$/).textContent())?.trim() ?? ''
  await ask(page, masked.slice(-4))
  await expect(options(page).filter({ hasText: masked }).first()).toBeVisible()
  await options(page).filter({ hasText: masked }).first().click()
  await expect(page).toHaveURL(/\/user\/list\?open=\d+$/)
  await expect(page.getByRole('dialog').getByText(masked).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // An action is found by another word for it, and the one chosen last is first.
  await ask(page, 'zhuti')
  await expect(options(page)).toHaveText(['切换到深色'])
  await page.keyboard.press('Enter')
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
  await ask(page, '')
  await expect(page.getByRole('group', { name: '操作' }).getByRole('option').last()).not.toHaveText(/切换到/)
  await page.keyboard.press('Escape')
  await ask(page, '快捷键')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible()
  await page.keyboard.press('Escape')
  await ask(page, '')
  await expect(page.getByRole('group', { name: '操作' }).getByRole('option').first()).toContainText(
    '键盘快捷键',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A whole phone is in no address.
  const calls = callsTo(page, '/user/page')
  const phones = () => calls.flatMap((each) => each.postDataJSON().phone ?? [])
  await ask(page, '13800138000')
  await expect(options(page)).toHaveText([/138\*{4}8000/])
  expect(phones()).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(phones).toEqual(['13800138000'])
  // The port may have these digits.
  const { pathname, search, hash } = new URL(page.url())
  expect(pathname + search + hash).not.toContain('138')
})
