import { expect } from '@playwright/test'
import { fresh, inFrame, logInAs, someoneWith } from './accounts.ts'
import { openSection, sideMenu } from './frame.ts'
import { call, callsTo, enter, rowAction, rows, test } from './product.ts'

test('a role is created by keyboard, previewed as its holder sees the console, copied and deleted', async ({
  page,
}) => {
  await enter(page, '/admin/role-list')
  const dialog = page.getByRole('dialog')
  const code = fresh('support')
  await page.getByRole('button', { name: '添加角色' }).click()
  await dialog.getByLabel('角色名称').fill(code)
  await dialog.getByLabel('角色编码').fill(code)
  await dialog.getByLabel('搜索菜单或权限点').fill('用户列表')
  // From the search past the buttons into the tree, and through the tree by its keys.
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('treeitem').first()).toBeFocused()
  await dialog.getByLabel('搜索菜单或权限点').fill('')
  await dialog.getByRole('treeitem', { name: '用户管理' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Space'])
    await page.keyboard.press(key)
  await expect(dialog.getByRole('treeitem', { name: '查看用户列表' })).toHaveAttribute('aria-checked', 'true')
  await expect(dialog.getByRole('treeitem', { name: '在菜单中显示' })).toHaveAttribute('aria-checked', 'true')
  for (const name of ['用户列表', '用户管理'])
    await expect(dialog.getByRole('treeitem', { name, exact: true })).toHaveAttribute('aria-checked', 'mixed')
  await expect(dialog.getByRole('region', { name: '这个角色看到的菜单' })).toContainText('用户列表')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('textbox', { name: '名称或编码' }).fill(code)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await rowAction(page, rows(page), '复制')
  await dialog.getByLabel('角色编码').fill(`${code}-2`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText(`${code} 副本`)

  const { data: copies } = await call(page, 'POST', '/role/page', { keyword: `${code}-2` })
  await call(page, 'POST', '/admin', {
    username: fresh('holder'),
    name: '赵六',
    roleIds: [copies.records[0].id],
  })
  await rowAction(page, rows(page).first(), '查看成员')
  await expect(dialog.getByRole('row')).toContainText('赵六')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const question = page.getByRole('alertdialog')
  await rowAction(page, rows(page).first(), '删除')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('还有 1 位管理员拥有这个角色')).toBeVisible()
  // The question cannot be closed while the call runs, and the message comes a moment before its end.
  await expect(question.getByRole('button', { name: '取消' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await rowAction(page, rows(page).last(), '删除')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('a change of the role changes menu and buttons of a signed-in holder, with one call each time', async ({
  page,
  browser,
}) => {
  await enter(page, '/admin/role-list')
  const { role, session } = await someoneWith(page, ['UserList', 'user:page'])
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, '/home', session)
  await openSection(theirs, '用户管理')
  await expect(sideMenu(theirs).getByRole('link', { name: '用户列表' })).toBeVisible()
  await expect(sideMenu(theirs).getByRole('link', { name: '黑名单' })).toHaveCount(0)
  const menus = callsTo(theirs, '/menu/listByToken')

  const edit = (version: number, nodes: string[]) =>
    call(page, 'PUT', '/role', { id: role.id, version, name: role.name, nodes })
  await edit(1, ['UserList', 'user:page', 'UserBlackList', 'blacklist:page'])
  await expect(sideMenu(theirs).getByRole('link', { name: '黑名单' })).toBeVisible()
  expect(menus).toHaveLength(1)
  await sideMenu(theirs).getByRole('link', { name: '黑名单' }).click()
  await expect(theirs.getByRole('button', { name: '添加黑名单' })).toHaveCount(0)
  await edit(2, ['UserList', 'user:page', 'UserBlackList', 'blacklist:page', 'blacklist:create'])
  await expect(theirs.getByRole('button', { name: '添加黑名单' })).toBeVisible()
  expect(menus).toHaveLength(2)
  await edit(3, ['UserBlackList', 'blacklist:page'])
  await expect(sideMenu(theirs).getByRole('link', { name: '用户列表' })).toHaveCount(0)
  expect(menus).toHaveLength(3)
  await context.close()
})

test('a salesman of the demo signs in, and his menu, desk and leads are those of sales', async ({ page }) => {
  await logInAs(page, { username: 'sales', password: 'admin' })
  await inFrame(page)
  await openSection(page, '客户管理')
  for (const name of ['销售人员', '用户管理', '系统管理'])
    await expect(sideMenu(page).getByText(name, { exact: true })).toHaveCount(0)
  await sideMenu(page).getByRole('link', { name: '个人中心' }).click()
  await expect(page.getByRole('region', { name: '跟进超时' })).toBeVisible()
  await sideMenu(page).getByRole('link', { name: '线索管理' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: '导入', exact: true })).toHaveCount(0)
})
