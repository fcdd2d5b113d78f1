import { codes } from '@kabao/contract/kernel/envelope'
import { problemWords } from '@kabao/contract/kernel/problem.words'
import { type SettingRow, setting, settingKeys, standardOf } from '@kabao/contract/operations/setting'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { runtimeConfig, switchLanguage } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import SettingPage from './page.tsx'

const untouched = (key: SettingRow['key']): SettingRow => ({
  key,
  value: standardOf(key),
  isStandard: true,
  updatedBy: null,
  updatedAt: null,
  version: 0,
})
let rows: SettingRow[]
const put = (key: SettingRow['key'], over: Partial<SettingRow>) => {
  rows = rows.map((row) => (row.key === key ? { ...row, ...over } : row))
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  rows = settingKeys.map(untouched)
  server = fakeServer()
  server.answer(setting.list, () => rows)
  server.answer(setting.update, ({ body }) => {
    for (const key of settingKeys) {
      const change = body[key]
      if (change)
        put(key, {
          value: change.value ?? standardOf(key),
          isStandard: change.value === null,
          version: change.version + 1,
        })
    }
    return rows
  })
})

const show = (...points: string[]) => {
  signIn(...(points.length > 0 ? points : ['setting:list', 'setting:update']))
  return renderAt('/?group=all', [{ path: '/', Component: SettingPage }])
}
const idle = () => screen.findByLabelText('无操作时长上限（分钟）')
const save = () => screen.getByRole('button', { name: '保存修改' })
const sent = () => server.calls(setting.update).map(({ body }) => body)

test('each setting shows its effect, its default and limits, and who changed it when', async () => {
  put('session.idleMinutes', {
    value: 30,
    isStandard: false,
    version: 3,
    updatedBy: '李敏',
    updatedAt: '2026-03-01T00:30:00.000Z',
  })
  await show()
  expect(await idle()).toHaveProperty('value', '30')
  screen.getByText(/超过此时长没有操作，需要重新登录。 范围 5 至 1,440。/)
  screen.getByText(/0 表示始终留在数据库。 范围 0，或 7 至 3,650。/)
  screen.getByText('默认：120 分钟')
  screen.getByText('李敏 于 2026-03-01 08:30:00 修改')
  expect(screen.getByLabelText('新机构的余额预警线（元）')).toHaveProperty('value', '1,000.00')
  expect(screen.queryByRole('button', { name: '保存修改' })).toBeNull()
})

test('only changed settings are sent, with the version that was read; Enter saves', async () => {
  put('session.idleMinutes', { value: 30, isStandard: false, version: 3 })
  const { user } = await show()
  await user.clear(await idle())
  await user.type(await idle(), '45')
  await user.click(screen.getByRole('switch', { name: '拒绝常见密码' }))
  const low = screen.getByLabelText('新机构的余额预警线（元）')
  await user.clear(low)
  await user.type(low, '12.5')
  screen.getByText('已修改 3 项，尚未保存')
  await user.type(low, '{Enter}')
  await screen.findByText('设置已保存，立即生效')
  expect(sent()).toEqual([
    {
      'session.idleMinutes': { value: 45, version: 3 },
      'password.refuseCommon': { value: false, version: 0 },
      'threshold.lowBalanceFen': { value: 1250, version: 0 },
    },
  ])
  expect(screen.queryByText(/尚未保存/)).toBeNull()
  expect(await idle()).toHaveProperty('value', '45')
})

test('typing the old value again is no change; a reset sends null', async () => {
  put('session.idleMinutes', { value: 30, isStandard: false, version: 3 })
  const { user } = await show()
  await user.type(await idle(), '0')
  await user.type(await idle(), '{Backspace}')
  expect(screen.queryByText(/尚未保存/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '恢复默认：无操作时长上限' }))
  expect(await idle()).toHaveProperty('value', '120')
  await user.click(save())
  await screen.findByText('设置已保存，立即生效')
  expect(sent()).toEqual([{ 'session.idleMinutes': { value: null, version: 3 } }])
})

test('an invalid value shows its problem at its field, before a request is sent', async () => {
  const { user } = await show()
  await user.clear(await idle())
  await user.type(await idle(), '4')
  await user.tab()
  expect((await screen.findByText('须在 5 至 1,440 之间')).closest('[data-changed]')).toBeTruthy()
  await user.clear(await idle())
  await user.click(save())
  await screen.findByText('请输入整数')
  await user.type(await idle(), '1000')
  await user.click(save())
  await screen.findByText('不能超过会话最长时长')
  const field = await idle()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(sent()).toEqual([])
})

test('a refusal of the service is shown at its field', async () => {
  server.answer(setting.update, () =>
    refusal({
      code: codes.invalid,
      desc: '提交的内容有误',
      fields: { 'login.contactText.value.1': '内容过长' },
    }),
  )
  const { user } = await show()
  const english = await screen.findByLabelText('联系方式（英文）')
  await user.type(english, 'Ask')
  await user.click(save())
  await screen.findByText('内容过长')
  await waitFor(() => expect(english.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('联系方式（中文）').getAttribute('aria-invalid')).not.toBe('true')
})

test('the sentences at the fields follow the language', async () => {
  const { tooLong } = problemWords.tree
  server.answer(setting.update, () =>
    refusal({
      code: codes.invalid,
      desc: '提交的内容有误',
      fields: { 'login.contactText.value.1': tooLong[0] },
    }),
  )
  const { user } = await show()
  await user.type(await screen.findByLabelText('联系方式（英文）'), 'Ask')
  await user.click(save())
  await screen.findByText(tooLong[0])
  await user.clear(await idle())
  await user.type(await idle(), '4')
  await user.tab()
  await screen.findByText('须在 5 至 1,440 之间')
  await act(() => switchLanguage('en-US'))
  await screen.findByText('Must be between 5 and 1,440')
  await screen.findByText(tooLong[1])
  await act(() => switchLanguage('zh-CN'))
})

test('another administrator saved first: both values are shown, and the user chooses', async () => {
  const theirs = () => {
    put('session.idleMinutes', {
      value: 15,
      isStandard: false,
      version: 1,
      updatedBy: '王强',
      updatedAt: '2026-03-01T00:30:00.000Z',
    })
    return refusal({ code: codes.conflict, desc: '内容已被他人修改', current: rows })
  }
  server.answer(setting.update, theirs)
  const { user } = await show()
  await user.clear(await idle())
  await user.type(await idle(), '45{Enter}')
  const note = (await screen.findByText('刚刚被别人改为：15 分钟')).parentElement as HTMLElement
  expect(await idle()).toHaveProperty('value', '45')
  await user.click(within(note).getByRole('button', { name: '仍用我的' }))
  await user.click(save())
  await waitFor(() => expect(sent().at(-1)).toEqual({ 'session.idleMinutes': { value: 45, version: 1 } }))
  put('session.idleMinutes', { version: 1 })
  await user.click(screen.getByRole('button', { name: '放弃修改' }))
  expect(await idle()).toHaveProperty('value', '15')
})

test('the browser warns about unsaved changes until they are saved or discarded', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { user } = await show()
  await idle()
  expect(isAsked()).toBe(false)
  await user.type(await idle(), '0')
  expect(isAsked()).toBe(true)
  await user.click(screen.getByRole('button', { name: '放弃修改' }))
  expect(isAsked()).toBe(false)
})

test('without the permission to write, no write actions are shown', async () => {
  put('session.idleMinutes', { value: 30, isStandard: false, version: 3 })
  await show('setting:list')
  expect(await idle()).toHaveProperty('disabled', true)
  expect(screen.getByRole('switch', { name: '拒绝常见密码' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /恢复默认/ })).toBeNull()
})

test('a new time zone applies in this console as soon as it is saved', async () => {
  const { user } = await show()
  const zone = (await screen.findAllByLabelText('业务时区')).find(
    (each) => each.tagName === 'INPUT',
  ) as HTMLElement
  await user.click(zone)
  await user.clear(zone)
  await user.type(zone, 'London')
  await user.click(await screen.findByRole('option', { name: 'Europe/London', hidden: true }))
  await user.click(save())
  await screen.findByText('设置已保存，立即生效')
  expect(runtimeConfig().timezone).toBe('Europe/London')
})

test('a new start of the business day applies to date filters as soon as it is saved', async () => {
  const { user } = await show()
  const start = await screen.findByLabelText('业务日开始时间')
  await user.clear(start)
  await user.type(start, '04:00')
  await user.click(save())
  await screen.findByText('设置已保存，立即生效')
  expect(runtimeConfig().dayStartsAt).toBe('04:00')
})

test('a group and a search are in the address; a search finds by name and by what a setting does', async () => {
  signIn('setting:list', 'setting:update')
  const { user, router } = await renderAt('/', [{ path: '/', Component: SettingPage }])
  await screen.findByRole('heading', { name: '业务' })
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '密码策略' }))
  screen.getByRole('switch', { name: '拒绝常见密码' })
  expect(router.state.location.search).toBe('?group=password')
  await user.type(screen.getByRole('textbox', { name: '按名称或说明查找设置' }), '公开泄露{Enter}')
  expect(screen.getAllByRole('switch').map((each) => each.getAttribute('name'))).toHaveLength(1)
  expect(new URLSearchParams(router.state.location.search).get('q')).toBe('公开泄露')
  await user.type(screen.getByRole('textbox', { name: '按名称或说明查找设置' }), '没有')
  await screen.findByText('没有与“公开泄露没有”匹配的设置')
  expect(server.calls(setting.update)).toEqual([])
})

test('a wrong setting that is not shown is shown when it is saved, and has the focus', async () => {
  signIn('setting:list', 'setting:update')
  const { user } = await renderAt('/?group=all', [{ path: '/', Component: SettingPage }])
  await user.clear(await idle())
  await user.type(await idle(), '3')
  await user.click(screen.getByRole('button', { name: '登录页' }))
  expect(screen.queryByLabelText('无操作时长上限（分钟）')).toBeNull()
  await user.click(save())
  await waitFor(async () => expect(document.activeElement).toBe(await idle()))
})
