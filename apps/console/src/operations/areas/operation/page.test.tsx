import { ledger } from '@kabao/contract/ledger/ledger'
import { job } from '@kabao/contract/operations/job'
import { type Overview, operation } from '@kabao/contract/operations/operation'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import OperationPage from './page.tsx'

const gigabyte = 1_073_741_824
const instance: NonNullable<Overview['instances']>[number] = {
  id: '3f0c2f6e-0000-4000-8000-000000000001',
  host: 'alpha',
  pid: 7,
  version: '1.2.0',
  commit: '0a1b2c3d4e5f6a7b',
  node: '24.1.0',
  roles: ['api', 'open'],
  isThis: true,
  startedAt: '2026-03-01T00:00:00.000Z',
  beatAt: '2026-03-01T08:00:00.000Z',
  beatSeconds: 2,
  isSilent: false,
  isDraining: false,
  clockMs: 0,
  facts: {
    pools: [{ name: 'calls', busy: 2, idle: 1, waiting: 0, limit: 10 }],
    loop: { p99Ms: 1.5, maxMs: 30 },
    memory: {
      rssBytes: 209_715_200,
      heapBytes: 104_857_600,
      heapLimitBytes: 2 * gigabyte,
      limitBytes: null,
    },
    listenerMs: 400,
    replica: { isUsed: true, lagMs: 200 },
    migration: '0075-instance',
    risks: [],
  },
}
const empty: Overview = {
  at: '2026-03-01T08:00:02.000Z',
  judgments: [],
  failures: [],
  instances: [instance],
  settings: { hasDemoPassword: false },
  database: null,
  replication: null,
  backup: null,
  partitions: null,
  queues: null,
  pipeline: null,
  breakers: null,
  statistics: null,
  errors: null,
  ledger: null,
  reconcile: null,
}

let server: ReturnType<typeof fakeServer>
let overview: Overview
beforeEach(() => {
  overview = empty
  server = fakeServer()
  server.answer(operation.overview, () => overview)
  server.answer(job.run, () => ({ id: instance.id }))
  server.answer(ledger.check, () => ({ isQueued: true }))
})
const show = (...points: string[]) => {
  signIn('operation:page', ...points)
  return renderAt('/', [{ path: '/', Component: OperationPage }])
}
const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('what somebody must act on comes first, each with why and what to do', async () => {
  overview = {
    ...empty,
    judgments: [
      { name: 'roleMissing', values: { roles: 'jobs' } },
      { name: 'backupOld', values: { seconds: 140_000 } },
      { name: 'versionsDiffer', values: { versions: '1.2.0, 1.3.0' } },
      { name: 'databaseFine', values: { used: 12, limit: 97 } },
    ],
    failures: [{ part: 'reconcile', why: 'slow' }],
  }
  await show()
  const now = await part('需要处理')
  expect(now.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('需处理没有实例承担 jobs：这部分工作无人处理。请启动 SERVE 包含它的实例。'),
    expect.stringContaining('最近的完整备份在 38 小时前，已超过一天半。'),
    expect.stringMatching(/留意.*1\.2\.0, 1\.3\.0/),
    expect.stringContaining('未知对账差异：数据库应答太慢，这部分没有读到。'),
  ])
  const database = await part('数据库')
  database.getByText('正常')
  database.getByText('主库可写，已用 12 / 97 个连接。')
  ;(await part('对账差异')).getByText('未知')
})

test('when all is well it says so', async () => {
  await show()
  await screen.findByText('一切正常，没有需要处理的事项。')
})

test('each instance shows its version, roles, pools and measures; a silent, a draining and another version are marked', async () => {
  overview = {
    ...empty,
    instances: [
      instance,
      { ...instance, id: instance.id.replace(/1$/, '2'), host: 'beta', isThis: false, isSilent: true },
      {
        ...instance,
        id: instance.id.replace(/1$/, '3'),
        host: 'gamma',
        isThis: false,
        facts: null,
        version: '1.3.0',
        isDraining: true,
      },
    ],
  }
  await show()
  const cards = within(await screen.findByRole('list', { name: '实例' }))
  const [alpha, beta, gamma] = cards
    .getAllByRole('heading')
    .map((heading) => within(heading.closest('li') as HTMLElement))
  alpha?.getByText('本次应答')
  alpha?.getByText('1.2.0 (0a1b2c3d4e5f)')
  alpha?.getByText('api, open')
  alpha?.getByText('200.0 MB，堆 100.0 MB / 2.0 GB')
  alpha?.getByText('使用中，落后 0.2 秒')
  alpha?.getByRole('row', { name: '请求 2 1 0 10' })
  beta?.getByText('无心跳')
  gamma?.getByText('正在退出')
  gamma?.getByText('其他版本')
  gamma?.getByText('该版本上报的数据无法显示。')
})

test('partners whose breaker is open lead to their page, for those who may open it', async () => {
  overview = {
    ...empty,
    breakers: [
      {
        id: '4',
        name: '安心信用',
        page: 'OrgUvList',
        status: 'halfOpen',
        openedAt: '2026-03-01T07:00:00.000Z',
        probeAt: '2026-03-01T08:00:00.000Z',
      },
      {
        id: '9',
        name: '快付',
        page: 'PayConfigList',
        status: 'open',
        openedAt: null,
        probeAt: '2026-03-01T08:00:30.000Z',
      },
    ],
  }
  await show('orgUv:page')
  const breakers = await part('熔断')
  expect(breakers.getByRole('link', { name: '安心信用' }).getAttribute('href')).toBe('/org/uv-list?open=4')
  breakers.getByText('等待试探')
  expect(breakers.queryByRole('link', { name: '快付' })).toBeNull()
  breakers.getByText('快付')
})

test('partitions are made and the ledger is checked after a confirmation, by those who may', async () => {
  const { user } = await show('job:run', 'ledger:check')
  await user.click(await screen.findByRole('button', { name: '立即创建' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '立即创建' }))
  await waitFor(() => expect(server.calls(job.run)[0]?.body).toEqual({ name: 'partitions' }))
  await user.click(screen.getByRole('button', { name: '立即核对' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '立即核对' }))
  await waitFor(() => expect(server.calls(ledger.check)).toHaveLength(1))
  // It is read again after each act.
  await waitFor(() => expect(server.calls(operation.overview).length).toBeGreaterThanOrEqual(3))
})

test('without the permission to act there are no buttons for it', async () => {
  await show()
  await screen.findByText('一切正常，没有需要处理的事项。')
  for (const name of ['立即创建', '立即核对']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the button of what needs somebody puts the focus on its part', async () => {
  overview = { ...empty, judgments: [{ name: 'backupNone', values: {} }] }
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '查看“备份”' }))
  expect(document.activeElement?.textContent).toBe('备份')
})
