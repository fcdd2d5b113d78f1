import { chooseAccount, go, openPage, sideMenu } from './frame.ts'
import { callsTo, documentsOf, enter, expect, type Page, rows, test, tokenOf, typeLogin } from './product.ts'
import { answerMenu, answerMenuBy, notFound } from './server-menu.ts'

/* Guards: login, menu and permissions are checked before a page is shown (traps 14 to 25). */

const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })

/** Records, from the start, the addresses of the page and whether certain texts were ever visible. */
async function watch(page: Page, ...texts: string[]) {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    const address = frame.url().slice(new URL(frame.url()).origin.length)
    // The router writes its state into the current history entry; the address is the same.
    if (frame === page.mainFrame() && addresses.at(-1) !== address) addresses.push(address)
  })
  await page.addInitScript((sought) => {
    const seen: string[] = []
    Object.assign(window, { seenTexts: seen })
    new MutationObserver(() => {
      const text = document.body?.textContent ?? ''
      for (const one of sought) if (text.includes(one) && !seen.includes(one)) seen.push(one)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, texts)
  const seen = () => page.evaluate(() => (window as unknown as { seenTexts: string[] }).seenTexts)
  return { addresses, seen }
}

test('the menu is fetched by a sign-in and by a load, and by nothing else', async ({ page }) => {
  const menus = callsTo(page, '/menu/listByToken')
  await test.step('trap 15: without a session no menu is fetched; loading a protected page fetches it once', async () => {
    await page.goto('/login')
    await expect(loginButton(page)).toBeVisible()
    await go(page, '/user/list')
    await expect(page).toHaveURL(/\/login\?redirect=UserList$/)
    expect(menus).toHaveLength(0)
    await enter(page, '/user/list')
    await expect(rows(page).first()).toBeVisible()
    expect(menus).toHaveLength(1)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    expect(menus).toHaveLength(2)
  })
  await test.step('trap 14: the menu is fetched after a login and after a reload, and not by navigation', async () => {
    // A stored token is checked by the call for the menu.
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/login')
    await expect(loginButton(page)).toBeVisible()
    menus.length = 0
    await typeLogin(page, 'admin', 'admin')
    await expect(page.getByRole('heading', { name: /欢迎回来/ })).toBeVisible()
    expect(menus).toHaveLength(1)
    await openPage(page, '用户管理', '用户列表')
    await openPage(page, '渠道管理', '渠道列表')
    await page.goBack()
    await expect(rows(page).first()).toBeVisible()
    expect(menus).toHaveLength(1)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    expect(menus).toHaveLength(2)
  })
})

test.describe('without a menu', () => {
  test.use({ expected: [/status of 500/] })

  test('trap 16: an empty or missing menu is fetched once for each navigation, without an endless redirect', async ({
    page,
  }) => {
    const menus = callsTo(page, '/menu/listByToken')
    const documents = documentsOf(page)
    const { addresses } = await watch(page)
    for (const answer of [{ json: { code: '0000', desc: '请求成功', data: [] } }, { status: 500 }]) {
      await answerMenuBy(page, answer)
      menus.length = documents.length = addresses.length = 0
      await enter(page, '/user/list?size=50')
      await expect(notFound(page)).toBeVisible()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
      expect(addresses).toEqual(['/user/list?size=50'])
      expect(menus).toHaveLength(1)
      expect(documents).toHaveLength(1)
      await page.getByRole('link', { name: '返回首页' }).click()
      await expect(page.getByRole('heading', { name: /欢迎回来/ })).toBeVisible()
      const before = menus.length
      expect(before).toBeLessThanOrEqual(2)
      await go(page, '/channel/list')
      await expect(notFound(page)).toBeVisible()
      await expect(page).toHaveURL(/\/channel\/list$/)
      expect(menus).toHaveLength(before + 1)
    }
  })
})

test('a deep page stays as long as there is a session, and leads to the login once there is none', async ({
  page,
}) => {
  const { addresses, seen } = await watch(page, '页面不见了')
  await test.step('trap 19: a reloaded deep page waits for the menu and stays', async () => {
    await page.route('**/api/menu/listByToken', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return route.continue()
    })
    const documents = documentsOf(page)
    await enter(page, '/user/list?size=50')
    await expect(rows(page)).toHaveCount(50)
    expect(await seen()).toEqual([])
    expect(addresses).toEqual(['/user/list?size=50'])
    expect(documents).toHaveLength(1)
  })
  await test.step('trap 17: without a token every page redirects once to the login page, which does not redirect to itself', async () => {
    addresses.length = 0
    await page.evaluate(() => localStorage.removeItem('token'))
    await go(page, '/channel/list?a=1')
    await expect(loginButton(page)).toBeVisible()
    await expect.poll(() => addresses.at(-1)).toBe('/login?redirect=ChannelList&a=1')
    expect(addresses.filter((address) => address.startsWith('/login'))).toHaveLength(1)

    addresses.length = 0
    await page.goto('/login?a=1')
    await expect(loginButton(page)).toBeVisible()
    expect(addresses).toEqual(['/login?a=1'])
  })
})

test('trap 18: a visitor sees no part of a protected page, and the page sends no business call', async ({
  page,
}) => {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 400_000,
    uploadThroughput: 400_000,
  })
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  const { addresses, seen } = await watch(page, '用户列表', '用户管理', '首页', '姓名')
  await page.goto('/user/list')
  await expect(loginButton(page)).toBeVisible()
  expect(await seen()).toEqual([])
  expect(calls).toEqual([])
  expect(addresses).toEqual(['/user/list', '/login?redirect=UserList'])
})

test('the address of a protected page is kept through the login and the sign-out', async ({ page }) => {
  await test.step('trap 20: home is not public', async () => {
    await page.goto('/home')
    await expect(page).toHaveURL(/\/login\?redirect=home$/)
  })
  await test.step('trap 22: the redirect to the login has the page name and its query, and the way back has no page name', async () => {
    await page.goto('/user/list?status=accepted&size=50')
    await expect(page).toHaveURL(/\/login\?redirect=UserList&status=accepted&size=50$/)
    await typeLogin(page, 'admin', 'admin')
    await expect(page).toHaveURL(/\/user\/list\?status=accepted&size=50$/)
    await expect(rows(page)).toHaveCount(50)
    // Logging out keeps the same values.
    await chooseAccount(page, '退出登录')
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ redirect: 'UserList', status: 'accepted', size: '50' })
  })
})

test('trap 21: home opens although it is not in the menu; another page that is not in the menu does not open', async ({
  page,
}) => {
  await answerMenu(page, (menu) => menu.filter(({ name }) => name !== 'User' && name !== 'home'))
  await enter(page)
  await expect(page.getByRole('heading', { name: /欢迎回来/ })).toBeVisible()
  await expect(sideMenu(page).getByText('用户管理')).toHaveCount(0)
  for (const path of ['/user/list', '/user/black-list?a=1', '/user']) {
    await go(page, path)
    await expect(notFound(page)).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/user/list')
  await expect(notFound(page)).toBeVisible()
  await expect(page).toHaveURL(/\/user\/list$/)
})

test('the login leads into the console whatever its address says', async ({ page }) => {
  await test.step('trap 23: an address in the redirect parameter never leaves the site', async () => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    for (const target of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
      const { host } = new URL(page.url())
      await typeLogin(page, 'admin', 'admin')
      await expect(page).toHaveURL(/\/home$/)
      expect([...hosts]).toEqual([host])
    }
  })
  await test.step('trap 24: an unknown redirect parameter leads home, and the login succeeds', async () => {
    await page.goto('/login?redirect=zzz&b=2')
    await typeLogin(page, 'admin', 'admin')
    // First, because it goes by itself after three seconds.
    await expect(page.getByText('欢迎使用')).toBeVisible()
    await expect(page).toHaveURL(/\/home\?b=2$/)
    await expect(page.getByRole('heading', { name: /欢迎回来/ })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    expect(await tokenOf(page)).not.toBe('')
  })
  await test.step('trap 25: the root is the login page, also with a session', async () => {
    const documents = documentsOf(page)
    await page.goto('/?a=1#h')
    await expect(page).toHaveURL(/\/login\?a=1#h$/)
    await expect(loginButton(page)).toBeVisible()
    expect(documents).toHaveLength(1)
    expect(await tokenOf(page)).not.toBe('')
  })
})
