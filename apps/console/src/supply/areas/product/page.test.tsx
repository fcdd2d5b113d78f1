import { codes } from '@kabao/contract/kernel/envelope'
import { audit } from '@kabao/contract/operations/audit'
import { type ProductDetail, product, productUv } from '@kabao/contract/supply/product'
import { productImport } from '@kabao/contract/supply/product-import'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import ProductPage from './page.tsx'
import UvPage from './uv-page.tsx'

const one = (over: Partial<ProductDetail> = {}): ProductDetail => ({
  id: '11',
  name: '新人礼包',
  kind: 'package',
  flow: 'full',
  orgId: null,
  orgName: null,
  coverFileId: null,
  summary: '',
  detail: '<p>购买后立即发放。</p>',
  detailText: '购买后立即发放。',
  faceFen: 10_000,
  priceFen: 9_990,
  validDays: 30,
  stock: null,
  sold: 0,
  left: null,
  hasPool: false,
  perUserLimit: 1,
  targetUrl: null,
  sort: 0,
  onSaleFrom: null,
  onSaleTo: null,
  actsAt: null,
  status: 'draft',
  remark: '',
  references: 0,
  createdBy: '李敏',
  updatedBy: '李敏',
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  version: 3,
  ...over,
})
const acts = ['page', 'create', 'update', 'delete', 'putOnSale', 'takeOffSale', 'export', 'import']
const all = (area: string) => acts.map((act) => `${area}:${act}`)

let server: ReturnType<typeof fakeServer>
let rows: ProductDetail[]
beforeEach(() => {
  rows = [
    one(),
    one({ id: '12', name: '咖啡券', status: 'onSale', references: 7, stock: 8, sold: 8, left: 0 }),
  ]
  server = fakeServer()
  const page = ({ body }: { body: { current: number; size: number } }) => ({
    records: rows.map(({ detail: _, ...row }) => row),
    total: rows.length,
    current: body.current,
    size: body.size,
  })
  server.answer(product.page, page)
  server.answer(productUv.page, page)
  server.answer(product.get, ({ params }) => rows.find(({ id }) => id === params.id) as ProductDetail)
  for (const area of [product, productUv]) {
    server.answer(area.counts, () => ({ draft: 4, onSale: 30, offSale: 2 }))
    server.answer(area.orgs, () => [choice({ id: '5', code: 'bank01', name: '华南银行' })])
  }
  server.answer(productImport.imports, () => [])
})
const show = (address = '/', points = all('product')) => {
  signIn(...points)
  return renderAt(address, [{ path: '/', Component: ProductPage }])
}
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const openMenu = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) => {
  await user.click(within(await rowOf(name)).getByRole('button', { name: '更多操作' }))
  return screen.findByRole('menu')
}

test('the list shows amounts in yuan, unlimited stock in words, and counts by state', async () => {
  await show()
  const row = within(await rowOf('新人礼包'))
  row.getByText('¥99.90')
  row.getByText('不限')
  row.getByText('自营')
  row.getByText('草稿')
  await screen.findByRole('button', { name: /在售 ?30/ })
})

test('a state above the list filters it at once', async () => {
  const { user, router } = await show()
  const onSale = await screen.findByRole('button', { name: /在售 ?30/ })
  await user.click(onSale)
  await waitFor(() => expect(router.state.location.search).toBe('?status=onSale'))
  await waitFor(() => expect(server.calls(product.page).at(-1)?.body).toMatchObject({ status: 'onSale' }))
  expect(onSale.getAttribute('aria-pressed')).toBe('true')
})

test('a price filter is typed in yuan and sent in fen; another text is refused at its field', async () => {
  const { user, router } = await show()
  await rowOf('新人礼包')
  await user.click(screen.getByRole('button', { name: '更多条件' }))
  const field = screen.getByLabelText<HTMLInputElement>('售价不低于（元）')
  await user.type(field, '12.5{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?priceFrom=1250'))
  await waitFor(() => expect(server.calls(product.page).at(-1)?.body).toMatchObject({ priceFrom: 1250 }))
  const asked = server.calls(product.page).length
  await user.clear(field)
  await user.type(field, '1,2345')
  // No search begins, neither with the amount before nor without one.
  await user.click(screen.getByRole('button', { name: '查询' }))
  await screen.findByText('千分位逗号的位置不对，例如 1,234,567')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect([router.state.location.search, field.value]).toEqual(['?priceFrom=1250', '1,2345'])
  expect(server.calls(product.page)).toHaveLength(asked)
  await user.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(field.value).toBe('')
})

test('a product in use shows why it cannot be deleted, and nothing is sent', async () => {
  const { user } = await show()
  const menu = await openMenu(user, '咖啡券')
  const item = within(menu).getByRole('menuitem', { name: /删除/ })
  expect(item.textContent).toContain('有 7 条记录引用它，不能删除')
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await user.click(item)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the actions of a row are the acts that its state allows', async () => {
  server.answer(product.putOnSale, () => one({ status: 'onSale', version: 4 }))
  const { user } = await show()
  const sold = within(await openMenu(user, '咖啡券'))
  expect(sold.queryByRole('menuitem', { name: '上架' })).toBeNull()
  sold.getByRole('menuitem', { name: '下架' })
  await user.keyboard('{Escape}')
  const draft = within(await openMenu(user, '新人礼包'))
  await user.click(draft.getByRole('menuitem', { name: '上架' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: '上架' }))
  await screen.findByText('已上架')
  expect(server.calls(product.putOnSale)).toMatchObject([{ params: { id: '11' }, body: { version: 3 } }])
})

test('without permission to write there are no write actions', async () => {
  await show('/', ['product:page'])
  const row = within(await rowOf('新人礼包'))
  row.getByRole('button', { name: '详情' })
  expect(row.queryByRole('button', { name: '编辑' })).toBeNull()
  expect(screen.queryByRole('button', { name: '添加产品' })).toBeNull()
})

describe('the form', () => {
  test('a new product is sent with amounts in fen', async () => {
    server.answer(product.create, () => one({ id: '13' }))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '添加产品' }))
    const dialog = within(await screen.findByRole('dialog', { name: '添加产品' }))
    await user.type(dialog.getByLabelText(/产品名称/), '新产品')
    await user.type(dialog.getByLabelText(/面值/), '100')
    await user.type(dialog.getByLabelText(/售价/), '99.9')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await dialog.findByText('请填写此项')
    await user.type(dialog.getByLabelText(/有效天数/), '30{Enter}')
    await screen.findByText('添加成功')
    expect(server.calls(product.create)[0]?.body).toMatchObject({
      name: '新产品',
      kind: 'package',
      flow: 'full',
      orgId: null,
      faceFen: 10_000,
      priceFen: 9_990,
      validDays: 30,
      stock: null,
    })
  })

  test('a copy begins with the values of its product, without its dates, and is a new product', async () => {
    rows[0] = one({ onSaleTo: '2020-01-01T00:00:00.000Z', remark: '春季' })
    server.answer(product.create, () => one({ id: '13' }))
    const { user } = await show()
    const menu = await openMenu(user, '新人礼包')
    await user.click(within(menu).getByRole('menuitem', { name: '复制为新产品' }))
    const dialog = within(await screen.findByRole('dialog', { name: '添加产品' }))
    expect((dialog.getByLabelText(/产品名称/) as HTMLInputElement).value).toBe('新人礼包 副本')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await screen.findByText('添加成功')
    expect(server.calls(product.create)[0]?.body).toMatchObject({
      name: '新人礼包 副本',
      priceFen: 9_990,
      detail: '<p>购买后立即发放。</p>',
      remark: '春季',
      onSaleTo: null,
    })
  })

  test('an edit that somebody else overtook shows both values, and keeps what was typed', async () => {
    server.answer(product.update, () =>
      refusal({
        code: codes.conflict,
        desc: '内容已被他人修改',
        current: one({ priceFen: 8_000, orgId: '5', version: 4 }),
      }),
    )
    const { user } = await show()
    await user.click(within(await rowOf('新人礼包')).getByRole('button', { name: '编辑' }))
    const dialog = within(await screen.findByRole('dialog', { name: '编辑产品' }))
    const price = dialog.getByLabelText(/售价/)
    await user.clear(price)
    await user.type(price, '88')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    const line = (await dialog.findByRole('rowheader', { name: '售价' })).closest('tr') as HTMLElement
    expect(line.textContent).toBe('售价¥80.00¥88.00')
    const org = dialog.getByRole('rowheader', { name: '机构' }).closest('tr') as HTMLElement
    await waitFor(() => expect(org.textContent).toBe('机构华南银行 (bank01)未修改'))
    expect((price as HTMLInputElement).value).toBe('88.00')
  })
})

test('the details show the history from the audit log to its readers, with the changes of an act', async () => {
  const line = {
    id: '90',
    at: '2026-03-02T00:00:00.000Z',
    username: 'li',
    tokenName: null,
    ip: null,
    point: 'product:update',
    action: '编辑产品',
    targetKind: 'product',
    targetId: '11',
    targetName: '新人礼包',
    link: null,
    group: null,
    result: 'done' as const,
    code: '0000',
    requestId: null,
  }
  server.answer(audit.page, () => ({ records: [line], total: 1, current: 1, size: 20 }))
  server.answer(audit.get, () => ({
    ...line,
    before: {},
    after: {},
    changes: [{ field: 'priceFen', label: '售价', before: '100', after: '200' }],
  }))
  const { user } = await show('/?open=11', [...all('product'), 'audit:page'])
  const panel = within(await screen.findByRole('dialog', { name: '产品详情' }))
  await panel.findByText('li：编辑产品')
  await user.click(panel.getByRole('button', { name: '查看变更' }))
  expect((await panel.findByText(/售价:/)).textContent).toBe('售价: 100 → 200')
  expect(server.calls(audit.page)[0]?.body).toMatchObject({ targetKind: 'product', targetId: '11' })
})

test('the details show the product as on a phone', async () => {
  const { user } = await show('/?open=11')
  const panel = within(await screen.findByRole('dialog', { name: '产品详情' }))
  await user.click(await panel.findByRole('button', { name: '手机预览' }))
  const phone = within(await panel.findByRole('region', { name: '手机预览' }))
  phone.getByText('¥99.90')
  phone.getByText('没有封面')
  phone.getByText('领取后 30 天内有效')
  expect(phone.getByText('¥100.00').tagName).toBe('DEL')
})

test('the list of joint logins has its own title, columns and points', async () => {
  rows = [one({ flow: 'uv', targetUrl: 'https://a.example.com/x' })]
  signIn(...all('productUv'))
  await renderAt('/', [{ path: '/', Component: UvPage }])
  within(await rowOf('新人礼包')).getByText('https://a.example.com/x')
  screen.getByRole('heading', { name: '联登产品列表' })
  screen.getByRole('button', { name: '添加联登产品' })
  expect(server.calls(product.page)).toEqual([])
})

describe('the details', () => {
  const html = '<h2>标题</h2><p>一<strong>粗</strong> <a href="https://a.example.com/">链接</a></p>'

  test('are shown as rich text, of which only allowed elements become part of the page', async () => {
    rows[0] = one({
      detail: `${html}<img src=x onerror=y()><p onclick="y()"><a href="javascript:y()">z</a></p>`,
    })
    await show('/?open=11')
    const panel = within(await screen.findByRole('dialog', { name: '产品详情' }))
    await panel.findByRole('heading', { name: '标题' })
    expect(panel.getByText('粗').tagName).toBe('STRONG')
    const link = panel.getByRole('link', { name: '链接' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://a.example.com/',
      'noopener noreferrer',
    ])
    const last = panel.getByText('z')
    expect([last.getAttribute('href'), last.parentElement?.getAttribute('onclick')]).toEqual([null, null])
    expect(panel.queryByRole('img')).toBeNull()
  })

  test('are edited in an editor with a labeled toolbar; the preview beside follows the form', async () => {
    rows[0] = one({ detail: html })
    const { user } = await show()
    await user.click(within(await rowOf('新人礼包')).getByRole('button', { name: '编辑' }))
    const dialog = within(await screen.findByRole('dialog', { name: '编辑产品' }))
    const editor = await dialog.findByRole('textbox', { name: '详情' })
    within(editor).getByRole('heading', { name: '标题' })
    const names = within(dialog.getByRole('toolbar', { name: '格式' }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual([
      '加粗',
      '斜体',
      '标题',
      '小标题',
      '项目列表',
      '编号列表',
      '引用',
      '链接',
      '移除链接',
      '撤销',
      '重做',
    ])
    const phone = within(await dialog.findByRole('region', { name: '手机预览' }))
    phone.getByRole('heading', { name: '标题' })
    await user.clear(dialog.getByLabelText(/产品名称/))
    await user.type(dialog.getByLabelText(/产品名称/), '新名')
    await phone.findByText('新名')
  })
})

describe('the order', () => {
  test('is changed only while the list is in that order', async () => {
    const { user } = await show('/?sort=-priceFen')
    await rowOf('新人礼包')
    expect(screen.queryByRole('button', { name: '调整顺序' })).toBeNull()
    const menu = within(await openMenu(user, '咖啡券'))
    expect(menu.queryByRole('menuitem', { name: '移到最前' })).toBeNull()
  })

  test('is changed by an action of a row', async () => {
    server.answer(product.move, () => one({ sort: -1 }))
    const { user } = await show()
    const menu = within(await openMenu(user, '咖啡券'))
    await user.click(menu.getByRole('menuitem', { name: '移到最前' }))
    await screen.findByText('已移到最前')
    expect(server.calls(product.move)).toMatchObject([{ params: { id: '12' }, body: { to: 'top' } }])
  })

  test('needs the permission to edit', async () => {
    await show('/', ['product:page'])
    await rowOf('新人礼包')
    expect(screen.queryByRole('button', { name: '调整顺序' })).toBeNull()
  })
})
