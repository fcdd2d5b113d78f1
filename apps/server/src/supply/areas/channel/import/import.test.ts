import { expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { upload } from '#test/upload'
import { channelListImport, channelUvListImport } from './list.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const both = [channelListImport, channelUvListImport]
const head =
  '渠道名称,流程,结算方式,单价（元）,分成比例,扣量比例,每日上限,IP 白名单,每秒调用上限,联系人,联系电话,备注'

async function imported(area: 'channel' | 'channelUv', content: string) {
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

test('rows become channels with codes of their own and the importer as owner; wrong terms are named at their cells', async () => {
  const running = await runJobs(app, [importCheck(both), importCommit(both)])
  await app.pool.query(`insert into channel (name, flow) values ('旧渠道', 'full')`)
  const content = [
    head,
    '抖音信息流,全流程,CPA,6.5,,12.5%,500,"203.0.113.7/24，2001:DB8::1, 203.0.113.9/24",50,陈经理,138 0000 1234,好',
    'Own,Half flow,Share of revenue (CPS),,20%,,,,,,,',
    '旧渠道,全流程,CPA,1,,,,,,,,',
    '没有单价,全流程,CPL,,,,,,,,,',
    '两种,全流程,CPS,1,20%,,,,,,,',
    '错格子,UV联登,CPX,1,0.2,5,0,10.0.0.300,1001,,123,',
    '抖音信息流,全流程,CPA,1,,,,,,,,',
  ].join('\n')
  const { request, checked, commit } = await imported('channel', content)
  const { rows, ...counts } = checked.report
  expect([checked.status, counts]).toEqual(['checked', { new: 2, present: 1, repeated: 1, wrong: 3 }])
  const wrong = (line: number) =>
    rows
      .find((row: { line: number }) => row.line === line)
      .wrong.map(({ title, problem }: { title: string; problem: string }) => `${title}: ${problem}`)
      .toSorted()
  expect(wrong(5)).toEqual(['单价（元）: 请填写此项'])
  expect(wrong(6)).toEqual(['单价（元）: 按收入分成时不填单价'])
  expect(wrong(7)).toEqual(
    [
      '流程: 请从选项中选择',
      '结算方式: 请从选项中选择',
      '分成比例: 请带百分号填写，最多两位小数，如 12.5%',
      '扣量比例: 请带百分号填写，最多两位小数，如 12.5%',
      '每日上限: 超出允许的范围',
      '每秒调用上限: 超出允许的范围',
      'IP 白名单: 只能填写 IP 地址或网段，用逗号分隔',
      '联系电话: 请输入 11 位手机号',
    ].toSorted(),
  )
  expect((await commit()).result).toEqual({ added: 2, present: 0 })
  const { records } = (await request('POST', '/channel/page', { sort: 'createdAt' })).body.data
  expect(records.slice(1)).toMatchObject([
    {
      name: '抖音信息流',
      settlement: 'cpa',
      priceFen: 650,
      shareBp: null,
      deductionBp: 1_250,
      allowedIps: ['203.0.113.0/24', '2001:db8::1'],
      callsPerSecond: 50,
      dailyCap: 500,
      contactName: '陈**',
      contactPhone: '138****1234',
      ownerId: request.adminId,
    },
    {
      name: 'Own',
      flow: 'half',
      settlement: 'cps',
      priceFen: null,
      shareBp: 2_000,
      deductionBp: 0,
      allowedIps: [],
    },
  ])
  expect(new Set(records.map(({ code }: { code: string }) => code)).size).toBe(3)

  const again = await imported('channel', content)
  expect(again.checked.report).toMatchObject({ new: 0, present: 3 })

  const uv = await imported('channelUv', `${head}\n联登,UV联登,CPUV,1.2,,,,,,,,\n全,全流程,CPA,1,,,,,,,,\n`)
  expect(uv.checked.report).toMatchObject({ new: 1, wrong: 1 })
  expect((await uv.commit()).result).toEqual({ added: 1, present: 0 })
  await running.stop()
})
