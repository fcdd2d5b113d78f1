import { chooseAccount, chooseLanguage, createSettings, currentTab, openPage, openTabMenu } from './frame.ts'
import { enter, expect, newSession, type Page, rows, test } from './product.ts'

/** Records the moving elements of the page, frame by frame. */
const watchMotion = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { moving: seen })
    const look = () => {
      for (const animation of document.getAnimations()) {
        const effect = animation.effect as KeyframeEffect | null
        const { duration = 0, iterations = 1 } = effect?.getTiming() ?? {}
        if (animation.playState !== 'running' || Number(duration) * iterations < 10) continue
        const name =
          (animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty ?? ''
        seen.add(`${name}: ${effect?.target?.outerHTML.slice(0, 120)}`)
      }
      requestAnimationFrame(look)
    }
    look()
  })
const moving = (page: Page) => page.evaluate(() => [...(window as unknown as { moving: Set<string> }).moving])

test('with prefers-reduced-motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await watchMotion(page)
  await enter(page, '/home', await newSession(page))
  await openPage(page, '用户管理', '用户列表')
  await rows(page).first().getByRole('cell').nth(2).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await openPage(page, '用户管理', '黑名单')
  await page.getByRole('button', { name: '添加黑名单' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await openTabMenu(currentTab(page))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '收起菜单' }).click()
  const drawer = await createSettings(page)
  await drawer.getByText('底部').click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: /^消息中心/ }).click()
  await page.getByRole('tab', { name: '通知' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '切换为深色模式' }).click()
  await chooseLanguage(page, '语言', 'English')
  await chooseLanguage(page, 'Language', '中文')
  expect(await moving(page)).toEqual([])
  await chooseAccount(page, '退出登录')
  await expect(page).toHaveURL(/\/login/)
  expect(await moving(page)).toEqual([])
})

test('without prefers-reduced-motion a drawer slides in, and the recorder detects it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await watchMotion(page)
  await enter(page)
  await createSettings(page)
  await expect.poll(() => moving(page)).not.toEqual([])
})
