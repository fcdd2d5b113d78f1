import { Violations } from './axe.ts'
import { openPage, settled } from './frame.ts'
import { enter, expect, test } from './product.ts'

test('the page of operation shows the instance that answers, judges each part, and checks the ledger', async ({
  page,
}) => {
  test.slow()
  const violations = new Violations()
  await enter(page)
  await settled(page)
  await openPage(page, '系统管理', '系统运行')
  const instances = page.getByRole('list', { name: '实例' })
  await expect(instances.getByText('本次应答')).toBeVisible()
  await expect(instances.getByText('api, open, jobs')).toBeVisible()
  await expect(instances.getByRole('row', { name: /^推送与支付/ })).toBeVisible()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('数据库').getByText(/PostgreSQL \d+/)).toBeVisible()
  await expect(part('备份').getByText('还没有备份。试用环境可以没有')).toBeVisible()
  await expect(part('数据分区').getByRole('row', { name: /^push_record/ })).toBeVisible()
  // The product of the journeys is the embedded demo.
  await expect(part('需要处理').getByText('使用内置数据库，只适合试用。')).toBeVisible()
  await page.getByRole('button', { name: '查看“备份”' }).click()
  await expect(part('备份').getByRole('heading', { name: '备份' })).toBeFocused()

  await part('流水核对').getByRole('button', { name: '立即核对' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '立即核对' }).click()
  await expect(page.getByText('已加入队列')).toBeVisible()
  // The page is read again by itself.
  await expect(part('流水核对').getByText(/全部正确/)).toBeVisible({ timeout: 60_000 })
  await violations.look(page, 'operation')
  expect(violations.lines).toEqual([])
})
