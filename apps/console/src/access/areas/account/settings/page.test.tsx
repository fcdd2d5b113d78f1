import { accessToken } from '@kabao/contract/access/access-token'
import { account } from '@kabao/contract/access/account'
import { loginLog } from '@kabao/contract/access/login-log'
import type { RoleNode } from '@kabao/contract/access/role'
import { secondFactor } from '@kabao/contract/access/second-factor'
import { session } from '@kabao/contract/access/session'
import { codes } from '@kabao/contract/kernel/envelope'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import SettingsPage from './page.tsx'

const policy = { minLength: 10, refuseCommon: true, history: 5, maxAgeDays: 90 }
const recoveryCodes = ['ABCDE-FGHJK', 'LMNPQ-RSTUV']

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(account.passwordPolicy, () => policy)
  signIn()
})
const show = (tab: string) => renderAt(`/?tab=${tab}`, [{ path: '/', Component: SettingsPage }])

describe('the password', () => {
  const state = (text: string) => screen.getByText(text).closest('[data-state]')?.getAttribute('data-state')

  test('the rules follow what is typed, and a refusal is shown at its field', async () => {
    server.answer(session.changePassword, () =>
      refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { next: '这个密码太常见' } }),
    )
    const { user } = await show('password')
    await screen.findByText('至少 10 位')
    expect(screen.getByText('每 90 天须修改一次')).toBeTruthy()
    const next = screen.getByLabelText(/^新密码/)
    await user.type(next, 'my li 12')
    expect(['至少 10 位', '同时包含字母和数字', '不包含用户名'].map(state)).toEqual(['open', 'met', 'open'])
    await user.clear(next)
    await user.type(next, 'password123')
    expect(['至少 10 位', '同时包含字母和数字', '不包含用户名', '不是常见的密码'].map(state)).toEqual([
      'met',
      'met',
      'met',
      'unknown',
    ])
    await user.type(screen.getByLabelText(/^再次输入/), 'password123')
    await user.type(screen.getByLabelText(/^当前密码/), 'old{Enter}')
    expect(await screen.findByText('这个密码太常见')).toBeTruthy()
    expect(server.calls(session.changePassword)[0]?.body).toEqual({ current: 'old', next: 'password123' })
    await waitFor(() => expect(document.activeElement).toBe(next))
  })
})

describe('the second factor', () => {
  let isOn = false
  beforeEach(() => {
    isOn = false
    server.answer(secondFactor.status, () => ({
      isOn,
      isRequired: false,
      confirmedAt: isOn ? '2026-03-01T00:00:00.000Z' : null,
      recoveryCodesLeft: isOn ? 2 : 0,
    }))
    server.answer(secondFactor.setUp, () => ({
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Kabao:li?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    }))
    server.answer(secondFactor.confirm, ({ body }) => {
      if (body.code !== '123456')
        return refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { code: '验证码不正确' } })
      isOn = true
      return { recoveryCodes }
    })
  })

  test('password, code, recovery codes: the setup is complete only after the codes are confirmed as saved', async () => {
    const { user } = await show('second-factor')
    await user.click(await screen.findByRole('button', { name: '开启两步验证' }))
    await user.type(screen.getByLabelText('当前密码'), 'secret 1{Enter}')
    const image = await screen.findByRole('img', { name: '两步验证的二维码' })
    expect(image.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000)
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()

    const code = screen.getByLabelText('验证码')
    await user.type(code, '000000{Enter}')
    expect(await screen.findByText('验证码不正确')).toBeTruthy()
    await user.clear(code)
    await user.type(code, '123 456{Enter}')
    const list = await screen.findByRole('region', { name: '保存恢复码' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(recoveryCodes)
    const done = screen.getByRole('button', { name: '完成' })
    expect(done).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: '我已保存好恢复码' }))
    await user.click(done)
    expect(await screen.findByText('两步验证已于 2026-03-01 08:00:00 开启。')).toBeTruthy()
    expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull()
  })

  test('turning it off requires the password and a code; a low number of recovery codes is shown', async () => {
    isOn = true
    server.answer(secondFactor.turnOff, ({ body }) => {
      if (body.password !== 'secret 1')
        return refusal({ code: codes.invalid, desc: '有误', fields: { password: '当前密码不正确' } })
      isOn = false
      return null
    })
    const { user } = await show('second-factor')
    expect(await screen.findByText('恢复码快用完了，请重新生成并妥善保存。')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '关闭两步验证' }))
    const dialog = within(await screen.findByRole('dialog', { name: '关闭两步验证' }))
    await user.type(dialog.getByLabelText('密码'), 'wrong')
    await user.type(dialog.getByLabelText('验证码或恢复码'), 'abcde fghjk{Enter}')
    expect(await dialog.findByText('当前密码不正确')).toBeTruthy()
    expect(server.calls(secondFactor.turnOff)[0]?.body).toEqual({ password: 'wrong', code: 'ABCDEFGHJK' })
    await user.clear(dialog.getByLabelText('密码'))
    await user.type(dialog.getByLabelText('密码'), 'secret 1{Enter}')
    expect(await screen.findByRole('button', { name: '开启两步验证' })).toBeTruthy()
  })
})

test('sessions are listed, and every session except the current one can be ended', async () => {
  let ids = ['1', '2', '3']
  server.answer(session.mine, () =>
    ids.map((id) => ({
      id,
      device: id === '3' ? '' : `Chrome ${id} · Windows`,
      ip: '10.0.0.1',
      createdAt: '2026-03-01T00:00:00.000Z',
      lastSeenAt: '2026-03-01T01:00:00.000Z',
      isCurrent: id === '1',
      way: 'password' as const,
    })),
  )
  server.answer(session.endMine, ({ params }) => {
    ids = ids.filter((id) => id !== params.id)
    return null
  })
  server.answer(loginLog.mine, () => [])
  const { user } = await show('sessions')
  expect(await screen.findByText('本次会话')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '结束 Chrome 1 · Windows 的会话' })).toBeNull()
  expect(screen.getByRole('button', { name: '结束 未知设备 的会话' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '结束 Chrome 2 · Windows 的会话' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '结束' }))
  await waitFor(() => expect(screen.queryByText('Chrome 2 · Windows')).toBeNull())
  expect(server.calls(session.endMine).map(({ params }) => params)).toEqual([{ id: '2' }])
})

describe('access tokens', () => {
  const token = {
    id: '5',
    name: '每日报表',
    end: 'x9Yz',
    points: ['blacklist:page'],
    dataScope: 'own' as const,
    allowedIps: ['203.0.113.7'],
    createdAt: '2026-03-01T00:00:00.000Z',
    expiresAt: '2026-06-01T00:00:00.000Z',
    isExpired: false,
    lastUsedAt: null,
    lastUsedIp: null,
  }
  const node = (name: string, kind: 'section' | 'page' | 'point', children: RoleNode[] = []): RoleNode => ({
    name,
    title: `标题 ${name}`,
    kind,
    level: 'view',
    opens: [],
    isMine: true,
    children,
  })
  const nodes = [node('User', 'section', [node('UserBlackList', 'page', [node('blacklist:page', 'point')])])]
  const secret = 'kabao_pat_0123456789'
  let tokens: (typeof token)[]
  let maxDays: number
  beforeEach(() => {
    tokens = [token]
    maxDays = 60
    server.answer(accessToken.mine, () => ({ tokens, nodes, dataScope: 'own' as const, maxDays }))
  })

  test('one is made with points of one’s own, a refusal is at its field, and it is shown once', async () => {
    let isRight = false
    server.answer(accessToken.make, () =>
      isRight
        ? { token, secret }
        : refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { password: '当前密码不正确' } }),
    )
    const { user } = await show('tokens')
    await user.click(await screen.findByRole('button', { name: '创建令牌' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^名称/), '报表')
    await user.type(dialog.getByLabelText(/^您的密码/), 'wrong{Enter}')
    expect(await dialog.findByText('请填写此项')).toBeTruthy()
    expect(server.calls(accessToken.make)).toEqual([])
    await user.type(dialog.getByPlaceholderText('查找权限'), 'blacklist')
    await user.click(await dialog.findByRole('treeitem', { name: /标题 blacklist:page/ }))
    await user.type(dialog.getByLabelText(/^允许的 IP/), '203.0.113.7')
    await user.type(dialog.getByLabelText(/^您的密码/), '{Enter}')
    expect(await dialog.findByText('当前密码不正确')).toBeTruthy()
    isRight = true
    await user.type(dialog.getByLabelText(/^您的密码/), '{Enter}')
    expect(await screen.findByDisplayValue(secret)).toBeTruthy()
    expect(server.calls(accessToken.make).at(-1)?.body).toEqual({
      name: '报表',
      points: ['blacklist:page'],
      dataScope: 'own',
      allowedIps: ['203.0.113.7'],
      days: 60,
      password: 'wrong',
    })
  })

  test('one is revoked after a question; its permissions and its end are told', async () => {
    server.answer(accessToken.revokeMine, () => {
      tokens = []
      return null
    })
    const { user } = await show('tokens')
    expect(await screen.findByText('…x9Yz')).toBeTruthy()
    expect(screen.getByText('1 项权限').closest('details')?.textContent).toContain('blacklist:page')
    await user.click(screen.getByRole('button', { name: '吊销令牌 每日报表' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '吊销' }))
    expect(await screen.findByText('还没有访问令牌')).toBeTruthy()
    expect(server.calls(accessToken.revokeMine).map(({ params }) => params)).toEqual([{ id: '5' }])
  })

  test('none is made where the settings forbid it', async () => {
    maxDays = 0
    await show('tokens')
    expect(await screen.findByText('通用设置不允许使用访问令牌。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '创建令牌' })).toBeNull()
  })
})

test('language and theme are stored in this browser', async () => {
  const { user } = await show('appearance')
  await user.click(await screen.findByRole('combobox', { name: /主题/ }))
  await user.click(await screen.findByRole('option', { name: '深色' }))
  expect(localStorage.getItem('arco-theme')).toBe('dark')
  await user.click(screen.getByRole('combobox', { name: /语言/ }))
  await user.click(await screen.findByRole('option', { name: 'English' }))
  await waitFor(() => expect(localStorage.getItem('arco-locale')).toBe('en-US'))
  expect(await screen.findByRole('tab', { name: 'Two-step verification' })).toBeTruthy()
})
