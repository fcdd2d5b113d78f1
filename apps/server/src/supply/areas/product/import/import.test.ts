import { expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { upload } from '#test/upload'
import { productListImport, productUvListImport } from './list.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const both = [productListImport, productUvListImport]
const head = '产品名称,类型,流程,机构编码,面值（元）,售价（元）,有效天数,库存,每人限购,简介,备注'

async function imported(area: 'product' | 'productUv', content: string) {
  const request = await app.as(`${area}:import`, `${area}:page`)
  const sent = await upload(app.app, request.token, 'import', [{ name: 'a.csv', content }])
  const { id } = (await request('POST', `/import/${area}`, { fileId: sent.data[0].id })).body.data
  const get = async () => (await request('GET', `/import/${area}/${id}`)).body.data
  const settled = async () => {
    await vi.waitFor(async () => expect((await get()).status).not.toMatch(/^(checking|committing)$/), {
      timeout: 40_000,
      interval: 50,
    })
    return get()
  }
  const checked = await settled()
  const commit = async () => {
    await request('POST', `/import/${area}/${id}/commit`)
    return settled()
  }
  return { request, checked, commit }
}

test('rows become drafts of their list; existing names, unknown organizations and wrong cells are reported', async () => {
  const running = await runJobs(app, [importCheck(both), importCommit(both)])
  await app.pool.query(
    `insert into org (code, name, flow) values ('bank01', '银行', 'full'), ('shop01', '商家', 'uv')`,
  )
  await app.pool.query(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ('旧产品', 'card', 'full', 1, 1, 1)`,
  )
  const { request, checked, commit } = await imported(
    'product',
    [
      head,
      '新人礼包,卡包,全流程,bank01,100,"1,099.9",30,500,1,好用,',
      'Own,Coupon,Half flow,,10,9.9,7,,,,',
      '旧产品,权益卡,全流程,,1,1,1,,,,',
      '错机构,卡包,半流程,bank01,1,1,1,,,,',
      '错格子,卡包,UV联登,,1.234,x,0,1.5,,,',
    ].join('\n'),
  )
  const { rows, ...counts } = checked.report
  expect([checked.status, counts]).toEqual([
    'checked',
    { new: 2, present: 1, noOrg: 1, repeated: 0, wrong: 1 },
  ])
  expect(rows[0].wrong.map(({ title }: { title: string }) => title).toSorted()).toEqual(
    ['售价（元）', '库存', '有效天数', '流程', '面值（元）'].toSorted(),
  )
  expect((await commit()).result).toEqual({ added: 2, present: 0 })
  const page = await request('POST', '/product/page', { sort: 'priceFen' })
  expect(page.body.data.records.slice(1)).toMatchObject([
    { name: 'Own', kind: 'coupon', flow: 'half', orgName: null, priceFen: 990, stock: null, status: 'draft' },
    { name: '新人礼包', orgName: '银行', faceFen: 10_000, priceFen: 109_990, stock: 500, perUserLimit: 1 },
  ])

  const uv = await imported(
    'productUv',
    `${head},跳转地址\n联登卡,权益卡,UV联登,shop01,10,0,30,,,,,https://a.example.com/x\n无地址,权益卡,UV联登,,1,1,1,,,,,\n`,
  )
  expect(uv.checked.report).toMatchObject({ new: 1, wrong: 1 })
  expect((await uv.commit()).result).toEqual({ added: 1, present: 0 })
  const uvPage = await uv.request('POST', '/product/uv/page', {})
  expect(uvPage.body.data.records).toMatchObject([{ name: '联登卡', targetUrl: 'https://a.example.com/x' }])
  await running.stop()
})
