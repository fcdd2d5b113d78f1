import type { Locator, Page } from './product.ts'

/** A node of the menu as the service answers it (specification, section 3). */
export interface MenuNode {
  path: string
  name: string
  /** 1 page, 2 permission point */
  type: 1 | 2
  children: MenuNode[]
}

/** Lets the menu be answered with what `change` makes of the real one. */
export const answerMenu = (page: Page, change: (menu: MenuNode[]) => MenuNode[]): Promise<unknown> =>
  page.route('**/api/menu/listByToken', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: MenuNode[] }
    return route.fulfill({ json: { ...body, data: change(body.data) } })
  })

/** What an address shows that is unknown, or not in the menu. */
export const notFound = (page: Page): Locator => page.getByRole('heading', { name: '抱歉，页面不见了～' })
