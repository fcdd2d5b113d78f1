import { enter, expect, type Page, rows, test } from './product.ts'

/* WCAG 2.2, 2.4.11: what has the focus is not hidden under what stays in place while the rest scrolls. */

test('on a phone a problem under the footer of a long form scrolls into sight, and no step of the keyboard goes under its head or footer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await enter(page, '/payConfig/list')
  await page.getByRole('button', { name: '添加收款渠道' }).click()
  const form = page.getByRole('dialog')
  await expect(form.locator(':focus')).toHaveCount(1)
  await step(page, 'Tab', 25)
  await step(page, 'Shift+Tab', 25)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form.locator('[aria-invalid=true]').first()).toBeFocused()
  await expect.poll(() => covering(page)).toBe('')
})

test('no step of the keyboard up a page goes under what stays at its top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await enter(page, '/user/black-list?size=50')
  await expect(rows(page).first()).toBeVisible()
  await page.locator('main').getByRole('button').last().focus()
  await step(page, 'Shift+Tab', 40)
})

/** Presses a key so often, and looks after each time. */
async function step(page: Page, key: string, times: number): Promise<void> {
  const hidden = new Set<string>()
  for (let nth = 0; nth < times; nth++) {
    await page.keyboard.press(key)
    await expect
      .poll(() => covering(page), { timeout: 10_000 })
      .toBe('')
      .catch(async () => hidden.add(await covering(page)))
  }
  expect([...hidden]).toEqual([])
}

/** @returns what covers the whole of what has the focus, or nothing */
const covering = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return ''
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const inset = (from: number, to: number) => [
      from + (to - from) * 0.1,
      (from + to) / 2,
      to - (to - from) * 0.1,
    ]
    const seen = inset(left, right).flatMap((x) =>
      inset(top, bottom).map((y) => document.elementFromPoint(x, y)),
    )
    // The label of a hidden checkbox shows it.
    const shown = focused.closest('label, [role=row], li') ?? focused
    if (seen.some((each) => each && (shown.contains(each) || each.contains(focused)))) return ''
    return `${focused.outerHTML.slice(0, 120)} under ${seen.find((each) => each)?.outerHTML.slice(0, 80) ?? 'nothing'}`
  })
