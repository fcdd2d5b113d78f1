import { drawn } from './frame.ts'
import { expect, type Locator, type Page, rows, secret, test } from './product.ts'

/* The whole frame is used without a mouse, and the focused element always shows its focus. */

// With all transitions, in which the focus must not get lost.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the frame can be used by keyboard alone, and the focus is always visible', async ({ page }) => {
  const keys = new Keyboard(page)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  const bar = page.getByRole('navigation', { name: '已打开的页面' })
  const dialog = page.getByRole('dialog')

  await test.step('sign in', async () => {
    await page.goto('/login')
    await keys.to(page.getByPlaceholder('用户名：admin'))
    await keys.write('admin')
    await keys.to(page.getByPlaceholder('密码：admin'))
    await keys.write(secret('admin'))
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/home$/)
    await expect(menu).toBeVisible()
  })

  await test.step('the first key leads past the menu', async () => {
    const skip = page.getByRole('link', { name: '跳到正文' })
    await keys.to(skip)
    await expect(skip).toBeInViewport()
    await keys.press('Enter')
    await expect(page.locator('main')).toBeFocused()
    await expect(page).toHaveURL(/\/home(#content)?$/)
  })

  await test.step('the menu opens a section and a page', async () => {
    await keys.to(menu.getByRole('button', { name: '用户管理' }), 'Shift+Tab', 'ArrowUp', 'ArrowDown')
    await keys.press('Enter')
    await expect(menu.getByRole('button', { name: '用户管理' })).toHaveAttribute('aria-expanded', 'true')
    await keys.to(menu.getByRole('link', { name: '用户列表', exact: true }), 'ArrowDown')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/user\/list$/)
    await expect(rows(page)).toHaveCount(20)
  })

  await test.step('a filter, a row and its details', async () => {
    await keys.to(page.getByRole('textbox', { name: '姓名' }))
    await keys.write('王')
    await keys.press('Enter')
    await expect(page).toHaveURL(/name=/)
    await expect(rows(page).first()).toContainText('王')
    await keys.to(rows(page).first())
    await keys.press('ArrowDown')
    await expect(rows(page).nth(1)).toBeFocused()
    await keys.press('Enter')
    await expect(dialog).toBeVisible()
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await keys.press('Tab', 'Shift+Tab', 'Shift+Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await keys.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(rows(page).nth(1)).toBeFocused()
  })

  await test.step('the tab bar goes, asks and closes', async () => {
    await keys.to(bar.getByRole('link', { name: '用户列表' }), 'Shift+Tab')
    await keys.press('ArrowLeft')
    await expect(bar.getByRole('link', { name: '首页' })).toBeFocused()
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/home/)
    await keys.to(bar.getByRole('link', { name: '用户列表' }), 'ArrowRight')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/user\/list\?name=/)
    await keys.press('Shift+F10')
    const items = page.getByRole('menu')
    await expect(items).toBeVisible()
    await keys.to(items.getByRole('menuitem', { name: '关闭其它标签页' }), 'ArrowDown')
    await keys.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(bar.getByRole('link', { name: '用户列表' })).toBeFocused()
    await keys.press('Delete')
    await expect(bar.getByRole('listitem')).toHaveText(['首页'])
    await expect(page).toHaveURL(/\/home/)
  })

  await test.step('the palette finds a page by its initials', async () => {
    await keys.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await keys.write('hmd')
    await expect(page.getByRole('option').first()).toContainText('黑名单')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/user\/black-list$/)
    await expect(dialog).toHaveCount(0)
    await keys.press('?')
    await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible()
    await keys.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the settings', async () => {
    const opener = page.getByRole('button', { name: '页面配置', exact: true })
    await keys.to(opener, 'Shift+Tab')
    await keys.press('Enter')
    await keys.to(dialog.getByRole('switch', { name: '底部' }))
    await keys.press('Space')
    await expect(page.locator('footer', { hasText: '卡包' })).toBeAttached()
    await keys.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('the messages', async () => {
    const bell = page.getByRole('button', { name: /^消息中心/ })
    await keys.to(bell, 'Shift+Tab')
    await keys.press('Enter')
    await keys.to(dialog.getByRole('tab').first())
    await keys.press('ArrowRight')
    await expect(dialog.getByRole('tab', { name: /^通知/ })).toHaveAttribute('aria-selected', 'true')
    await keys.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(bell).toBeFocused()
  })

  await test.step('language and theme', async () => {
    await keys.to(page.getByRole('button', { name: '语言', exact: true }), 'Shift+Tab')
    await keys.press('Enter')
    await keys.to(page.getByRole('menuitem', { name: 'English' }), 'ArrowDown')
    await keys.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Language', exact: true })).toBeFocused()
    await keys.to(page.getByRole('button', { name: 'Switch to dark mode' }))
    await keys.press('Enter')
    await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
    await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeFocused()
  })

  await test.step('sign out', async () => {
    await keys.to(page.getByRole('button', { name: /^Account/ }))
    await keys.press('Enter')
    await keys.to(page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/login\?redirect=UserBlackList$/)
  })

  expect(keys.unseen).toEqual([])
})

/** Presses keys, and records elements that had the focus without showing it. */
class Keyboard {
  readonly unseen: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key)
      await this.#page.evaluate(showsTheFocus)
      const unseen = await this.#page.evaluate(focusThatIsNotSeen)
      if (unseen && !this.unseen.includes(unseen)) this.unseen.push(unseen)
    }
  }

  /** Replaces the text of the field. */
  async write(text: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.type(text)
  }

  /** Presses each key in turn until it no longer moves the focus, and stops when the element has the focus. */
  async to(target: Locator, ...ways: string[]): Promise<void> {
    await expect(target).toBeVisible()
    const isThere = () => target.evaluate((element) => element === document.activeElement)
    for (const key of ways.length > 0 ? ways : ['Tab']) {
      for (let pressed = 0; pressed < 150 && !(await isThere()); pressed++) {
        const before = await this.#page.evaluateHandle(() => document.activeElement)
        await this.press(key)
        const stays = () => before.evaluate((element) => element === document.activeElement)
        // The focus may move a moment after the key.
        if ((await stays()) && (await drawn(this.#page).then(stays))) break
      }
    }
    await expect(target).toBeFocused()
  }
}

/** Waits for the transitions at the focused element. */
async function showsTheFocus(): Promise<void> {
  const around = document.activeElement?.parentElement?.parentElement
  const fades =
    around?.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running') ?? []
  const timeout = new Promise((resolve) => setTimeout(resolve, 500))
  await Promise.race([Promise.allSettled(fades.map(({ finished }) => finished)), timeout])
}

/** The focused element, if it does not show its focus: no outline, no border, no difference from similar elements. */
function focusThatIsNotSeen(): string | null {
  const focused = document.activeElement
  // An element that no key reaches is the start of a dialog or of the page.
  if (!(focused instanceof HTMLElement) || focused === document.body || focused.tabIndex < 0) return null
  const isClear = (color: string) => color === 'transparent' || /[,/] ?0\)$/.test(color)
  const isOutlined = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !isClear(outlineColor)
  }
  const isEdged = (element: Element) => {
    const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
    return (
      Number.parseFloat(borderTopWidth) >= 1 && !isClear(borderTopColor) && borderTopColor !== backgroundColor
    )
  }
  // An input shows the focus by its own border, or by the border of its box.
  const isInput = focused.matches('input, textarea, select, [aria-haspopup=dialog]')
  const boxes = [focused, focused.parentElement, focused.parentElement?.parentElement].filter((box) => !!box)
  if (isOutlined(focused) || (isInput && boxes.some((box) => isOutlined(box) || isEdged(box)))) return null

  const look = (element: Element) =>
    [
      getComputedStyle(element),
      getComputedStyle(element, '::after'),
      ...[...element.children].slice(0, 2).map((child) => getComputedStyle(child)),
    ]
      .map(
        ({ boxShadow, backgroundColor, outlineStyle }) => `${boxShadow} ${backgroundColor} ${outlineStyle}`,
      )
      .join()
  const likes = [...document.getElementsByClassName(focused.className)].filter(
    (other) => other !== focused && other.checkVisibility(),
  )
  if (likes.length > 0 && likes.every((other) => look(other) !== look(focused))) return null
  return focused.outerHTML.replace(/\s+/g, ' ').slice(0, 160)
}
