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

/** Lets the menu be answered with what `change` makes of the real one. */
export async function answerMenu(page: Page, change: (menu: MenuNode[]) => MenuNode[]): Promise<void> {
  await holdNews(page)
  await page.route(call, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: MenuNode[] }
    return route.fulfill({ json: { ...body, data: change(body.data) } })
  })
}

/** Lets the call for the menu be answered by something else, until the next time. */
export async function answerMenuBy(page: Page, answer: { json?: object; status?: number }): Promise<void> {
  await holdNews(page)
  await page.unroute(call)
  await page.route(call, (route) => route.fulfill(answer))
}

/** The service tells which menu is the present one, and the console would fetch it anew when it has another. */
const holdNews = (page: Page) => page.route('**/api/message/stream', () => {})

/** What an address shows that is unknown, or not in the menu. */
export const notFound = (page: Page): Locator => page.getByRole('heading', { name: '抱歉，页面不见了～' })
