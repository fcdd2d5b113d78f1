import type { Locator, Page } from './product.ts'

/** A node of the menu as the service answers it (docs/specification/permissions.md). */
export interface MenuNode {
  path: string
  name: string
  /** 1 page, 2 permission point */
  type: 1 | 2
  children: MenuNode[]
}

const call = '**/api/menu/listByToken'

/** Replaces the menu in the service's answer by the result of `change` on the real one. */
export async function answerMenu(page: Page, change: (menu: MenuNode[]) => MenuNode[]): Promise<void> {
  await blockStream(page)
  await page.route(call, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: MenuNode[] }
    return route.fulfill({ json: { ...body, data: change(body.data) } })
  })
}

/** Answers the call for the menu with another handler, until the next replacement. */
export async function answerMenuBy(page: Page, answer: { json?: object; status?: number }): Promise<void> {
  await blockStream(page)
  await page.unroute(call)
  await page.route(call, (route) => route.fulfill(answer))
}

/** Blocks the stream: it sends the fingerprint of the real menu, and the console would fetch the menu again. */
export const blockStream = (page: Page) => page.route('**/api/message/stream', () => {})

/** The page for an address that is unknown or not in the menu. */
export const notFound = (page: Page): Locator => page.getByRole('heading', { name: '抱歉，页面不见了～' })
