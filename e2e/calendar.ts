import { expect, type Locator, type Page } from './product.ts'

/** The business day of now, or a number of days before it, `2026-03-01`. */
export const businessDay = (before = 0): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() - before * 86_400_000)

/** Chooses a day of this or of an earlier month in the calendar of a field. */
export async function pickDay(page: Page, field: Locator, day: string): Promise<void> {
  const [year, month, date] = day.split('-').map(Number)
  await field.click()
  const title = page.getByRole('button', { name: /^\d{4}年\d{1,2}月$/ })
  const wanted = `${year}年${month}月`
  await expect(title).toBeVisible()
  // The calendar opens at the present month, and no journey goes back further than one.
  if ((await title.textContent()) !== wanted) await title.locator('xpath=preceding-sibling::button').click()
  await expect(title).toHaveText(wanted)
  await title
    .locator('xpath=ancestor::*[.//table][1]')
    .locator('table button:not([data-outside])')
    .filter({ hasText: new RegExp(`^${date}$`) })
    .click()
  await expect(field).toContainText(day)
}
