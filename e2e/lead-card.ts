import { expect, type Locator, type Page } from './product.ts'

/** Waits until the board is read. */
export const read = (page: Page): Promise<void> =>
  expect(page.getByRole('region', { name: '线索看板' }).locator('[aria-busy=true]')).toHaveCount(0)

/**
 * Lifts a card of the board by the keyboard, once the board is read: a card that moves within its column loses the focus, and is put
 * back.
 */
export async function lift(page: Page, card: Locator): Promise<void> {
  await expect(card).toBeVisible()
  await read(page)
  await card.focus()
  await page.keyboard.press('Space')
  await expect(card).toHaveAttribute('data-lifted', 'true')
}

/** Waits until the service has moved a card to a stage, and the board is read again. */
export async function movedTo(page: Page, stage: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: `已移到 ${stage}` })).toBeAttached()
  await read(page)
}
