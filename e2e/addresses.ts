import { Violations } from './axe.ts'
import { settled } from './frame.ts'
import { call, enter, type Page } from './product.ts'
import type { MenuNode } from './server-menu.ts'

/*
 * Every address of the console. The pages of the areas come from the menu of the service, so a new page is checked without being
 * listed here.
 */

/** Addresses besides home that are not in the service's menu. */
const others = [
  '/message',
  '/password',
  '/result/success',
  '/result/error',
  '/exception/403',
  '/exception/404',
  '/exception/500',
  '/no/such/page',
]

export async function everyPath(page: Page): Promise<string[]> {
  const { data } = (await call(page, 'GET', '/menu/listByToken')) as { data: MenuNode[] }
  const ofMenu = data.flatMap((section) => section.children.map(({ path }) => `${section.path}/${path}`))
  return [...others, ...ofMenu]
}

export type Language = 'zh-CN' | 'en-US'

/** Opens the console in a language and collects the violations that axe reports. The colors are the same in both languages. */
export async function prepare(page: Page, language: Language) {
  // Switches transitions off, because axe would measure colors in the middle of one.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    { 'arco-locale': language, 'arco-theme': 'light' },
  )
  const violations = new Violations()
  const look = (where: string) => violations.look(page, where, language === 'zh-CN' ? 'both' : 'none')
  await enter(page)
  await settled(page)
  return { look, violations }
}
