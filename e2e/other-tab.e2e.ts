import { enter, expect, newSession, type Page, rows, test, tokenOf } from './product.ts'

/* Two tabs of one browser share one session: when one tab ends or replaces it, the other tab follows. */

/** Signs out with the account menu. */
async function signOut(page: Page) {
  await page.getByRole('button', { name: /^账号 / }).click()
  await page.getByRole('menuitem', { name: /登出|退出登录/ }).click()
}

/** Notes for how many milliseconds the page still shows rows after the browser has told it about the other tab. */
const timeRows = (page: Page) =>
  page.evaluate(() => {
    const told = () => {
      const since = performance.now()
      const look = () => {
        if (document.querySelector('tr[data-id]')) setTimeout(look)
        else sessionStorage.setItem('shown-for', String(performance.now() - since))
      }
      look()
    }
    addEventListener('storage', told, { once: true })
  })

test('after signing out in one tab, the other tab removes personal data within two seconds, also unsaved data', async ({
  page,
  context,
}) => {
  const session = await newSession(page)
  await enter(page, '/home', session)
  const other = await context.newPage()
  await enter(other, '/user/black-list?size=50', session)
  await expect(rows(other).first()).toBeVisible()
  await other.getByRole('button', { name: '添加黑名单' }).click()
  await other.getByRole('dialog').getByLabel('值').fill('13912345678')
  await timeRows(other)
  const loadedAgain = other.waitForEvent('load')
  await signOut(page)
  await expect(page).toHaveURL(/\/login/)
  await loadedAgain
  const shownFor = await other.evaluate(() => sessionStorage.getItem('shown-for'))
  expect(shownFor).toMatch(/^\d/)
  expect(Number(shownFor)).toBeLessThan(2_000)
  await expect(rows(other)).toHaveCount(0)
  await expect(other).toHaveURL(/\/login\?size=50&redirect=UserBlackList$/)
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await expect(other.locator('body')).not.toContainText('13912345678')
  // The document was loaded again, so no response is left in its memory.
  expect(await other.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().type)).toBe(
    'reload',
  )
  await other.goBack()
  await expect(rows(other)).toHaveCount(0)
})

test('after another account signs in in one tab, the other tab shows pages of this account and none of the previous one', async ({
  page,
  context,
}) => {
  const session = await newSession(page)
  await enter(page, '/home', session)
  const other = await context.newPage()
  await enter(other, '/user/list', session)
  await expect(rows(other).first()).toBeVisible()
  const documents: string[] = []
  other.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  // A new session of the same account causes no reload.
  const again = await newSession(page)
  await page.evaluate((kept) => {
    localStorage.setItem('token', kept.token)
    localStorage.setItem('user_info', JSON.stringify(kept))
  }, again)
  await other.waitForTimeout(300)
  expect(documents).toEqual([])
  const loadedAgain = other.waitForEvent('load')
  await page.evaluate((kept) => {
    localStorage.setItem('user_info', JSON.stringify({ ...kept, username: 'other', name: '另一个人' }))
  }, again)
  await loadedAgain
  expect(documents).toHaveLength(1)
  expect(await tokenOf(other)).toBe(again.token)
})
