import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { chooseAccount, openPage, sideMenu, toasts } from './frame.ts'
import { expect, type Page, rows, test } from './product.ts'
import { notFound } from './server-menu.ts'

const repository = join(import.meta.dirname, '..')
const dist = join(repository, 'apps/console/dist')
const demo = join(repository, 'apps/console/dist-demo')
const base = '/some/base/'

test.describe.configure({ mode: 'default' })

let host: Server
let origin = ''

test.beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts/build-demo.mjs')], {
    cwd: repository,
  })
  host = staticHost()
  await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(host.address() as AddressInfo).port}`
})
test.afterAll(() => {
  host?.close()
})

test('the demo works on a static host below any path, from a refused login to a deleted row, a role and a view', async ({
  page,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const origins = new Set<string>()
  page.context().on('request', (request) => origins.add(new URL(request.url()).origin))
  // A wrong password is refused in the same way as by the service.
  await page.goto(`${origin}${base}`)
  await fill(page, 'admin', 'wrong')
  await expect(page.getByText('账号或者密码错误').first()).toBeVisible()

  await signIn(page, 'admin')
  await expect(page).toHaveURL(`${origin}${base}#/home`)

  await page.goto(`${origin}${base}#/user/black-list`)
  await expect(rows(page).first()).toBeVisible()
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: '添加黑名单' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('13912345678')
  await dialog.getByRole('button', { name: /保存|确定|添加/ }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page).first()).toContainText('139****5678')

  await page.goto(`${origin}${base}#/user/list?status=accepted`)
  await expect(rows(page).first()).toContainText('已接收')

  // A role is added with the words of its points, and the audit log says what was done.
  await page.goto(`${origin}${base}#/admin/role-list`)
  await page.getByRole('button', { name: '添加角色' }).click()
  await dialog.getByLabel('角色名称').fill('客服')
  await dialog.getByLabel('角色编码').fill('support')
  await dialog.getByLabel('搜索菜单或权限点').fill('用户列表')
  await expect(dialog.getByRole('treeitem', { name: '查看用户列表' })).toBeVisible()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page).first()).toContainText('客服')

  await page.goto(`${origin}${base}#/admin/audit-log`)
  await expect(rows(page).first()).toContainText(/用户|黑名单|反馈/)

  // A view is saved, changed, opened by its address and removed.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${origin}${base}#/user/list?status=accepted`)
  await expect(rows(page).first()).toContainText('已接收')
  const views = page.getByRole('button', { name: /^视图/ })
  const panel = page.getByRole('dialog', { name: /^视图/ })
  await views.click()
  await panel.getByRole('button', { name: '另存为视图…' }).click()
  const form = page.getByRole('dialog', { name: '保存为视图' })
  await form.getByLabel('名称').fill('收下的')
  await page.keyboard.press('Enter')
  await expect(views).toHaveAccessibleName('视图 收下的')

  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '手机号' }).uncheck()
  await page.keyboard.press('Escape')
  await views.click()
  await panel.getByRole('button', { name: '更新“收下的”' }).click()
  await expect(views).toHaveAccessibleName('视图 收下的')
  await views.click()
  await panel.getByRole('button', { name: '编辑“收下的”' }).click()
  const edit = page.getByRole('dialog', { name: '编辑视图' })
  await edit.getByRole('combobox', { name: '共享给' }).click()
  await page.getByRole('option', { name: '普通用户' }).click()
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit).toHaveCount(0)

  await views.click()
  await panel.getByRole('button', { name: '复制“收下的”的链接' }).click()
  await expect(toasts(page).filter({ hasText: '链接已复制' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${origin}${base}#/user/list\\?view=\\d+$`))
  await panel.getByRole('button', { name: '默认列表' }).click()
  await expect(page).not.toHaveURL(/status=/)
  // Records of the demo last until a reload, and this is no reload.
  await page.goto(link)
  await expect(page).toHaveURL(/status=accepted/)
  await expect(page.getByRole('columnheader', { name: '手机号' })).toHaveCount(0)

  await views.click()
  await panel.getByRole('button', { name: '删除“收下的”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(views).toHaveAccessibleName('视图')
  expect([...origins]).toEqual([origin])
})

test.describe('an address without a file', () => {
  test.use({ expected: [/status of 404/] })

  test('trap 33: switching the role changes menu, page and buttons at once, both ways, until a reload', async ({
    page,
  }) => {
    await signIn(page, 'user')
    const section = (name: string) => sideMenu(page).getByText(name, { exact: true })
    const addButton = page.getByRole('button', { name: '添加黑名单' })
    await expect(section('用户管理')).toBeVisible()
    await expect(section('渠道管理')).toHaveCount(0)
    await openPage(page, '用户管理', '黑名单')
    await expect(rows(page).first()).toBeVisible()
    await expect(addButton).toHaveCount(0)

    await chooseAccount(page, '切换角色')
    await expect(toasts(page)).toHaveText(['admin'])
    await expect(addButton).toBeVisible()
    await openPage(page, '渠道管理', '渠道列表')
    await expect(toasts(page)).toHaveCount(0)
    await chooseAccount(page, '切换角色')
    await expect(toasts(page)).toHaveText(['user'])
    await expect(notFound(page)).toBeVisible()
    await expect(page).toHaveURL(/#\/channel\/list$/)

    await page.getByRole('link', { name: '返回首页' }).click()
    await expect(section('用户管理')).toBeVisible()
    await expect(section('渠道管理')).toHaveCount(0)
    await chooseAccount(page, '切换角色')
    await expect(section('渠道管理')).toBeVisible()
    await page.reload()
    await expect(section('用户管理')).toBeVisible()
    await expect(section('渠道管理')).toHaveCount(0)

    // An address without the # opens its page if the host serves its 404 page.
    await page.goto(`${origin}${base}user/list?size=50`)
    await expect(page).toHaveURL(`${origin}${base}#/user/list?size=50`)
    await expect(rows(page).first()).toBeVisible()
  })
})

test('the build that our server serves contains no part of the demo', () => {
  const texts = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|html|css|json)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(dist, name), 'utf8') }))
  expect(texts.length).toBeGreaterThan(10)
  const markers = /mockServiceWorker|kabao-demo|demo-admin|setupWorker|\bmsw\b|切换角色/
  expect(texts.filter(({ name, text }) => markers.test(name + text)).map(({ name }) => name)).toEqual([])
  // The markers are in the demo build, so the search can find them.
  const other = readdirSync(join(demo, 'assets')).map((name) =>
    readFileSync(join(demo, 'assets', name), 'utf8'),
  )
  for (const marker of ['kabao-demo', 'demo-admin', '切换角色'])
    expect(other.some((text) => text.includes(marker))).toBe(true)
})

async function signIn(page: Page, name: string) {
  await page.goto(`${origin}${base}`)
  await fill(page, name, name)
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
}

async function fill(page: Page, username: string, password: string) {
  await page.getByPlaceholder('用户名：admin').fill(username)
  await page.getByPlaceholder('密码：admin').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** A static host: files below the base, and for any other path the 404 page with status 404. */
function staticHost(): Server {
  const types: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
  }
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const name = pathname.startsWith(base) ? pathname.slice(base.length) || 'index.html' : '404.html'
    try {
      const content = readFileSync(join(demo, name))
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(content)
    } catch {
      response.writeHead(404, { 'content-type': 'text/html' }).end(readFileSync(join(demo, '404.html')))
    }
  })
}
