import { session } from '@kabao/contract/access/session'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { codes } from '@kabao/contract/kernel/envelope'
import { setting } from '@kabao/contract/operations/setting'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { switchLanguage } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'

const signedIn = { token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false }
const me = {
  id: '1',
  username: 'li',
  name: '李敏',
  roles: [],
  mustChangePassword: false,
  hasDefaultPassword: false,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(session.login, () => signedIn)
  server.answer(session.menu, () => menuWith())
  server.answer(session.me, () => me)
})

const name = () => screen.findByRole('textbox', { name: '用户名' })
const password = () => screen.getByLabelText('密码')
const button = () => screen.getByRole('button', { name: '登录' })
const loginConfig = () => JSON.parse(localStorage.getItem('login-config') ?? 'null')

async function openLogin(address = '/login') {
  const view = await renderAt(address)
  await name()
  return view
}

async function fill({ user }: Awaited<ReturnType<typeof openLogin>>, text = 'li') {
  await user.type(await name(), text)
  await user.type(password(), 'secret 1')
}

describe('validation', () => {
  test('an empty form says what is missing and sends no request', async () => {
    const { user } = await openLogin()
    await user.click(button())
    expect(screen.getByText('用户名不能为空')).toBeTruthy()
    expect(screen.getByText('密码不能为空')).toBeTruthy()
    expect(server.calls(session.login)).toEqual([])
  })

  test('a field is checked when the focus leaves it, not while its value is typed', async () => {
    const { user } = await openLogin()
    await user.type(await name(), 'a')
    await user.clear(await name())
    expect(screen.queryByText('用户名不能为空')).toBeNull()
    await user.tab()
    expect(screen.getByText('用户名不能为空')).toBeTruthy()
    await user.type(await name(), 'a')
    expect(screen.getByText('用户名不能为空')).toBeTruthy()
    await user.tab()
    expect(screen.queryByText('用户名不能为空')).toBeNull()
  })
})

describe('signing in', () => {
  test('keeps the raw token and the answer, greets the administrator, and opens home', async () => {
    const view = await openLogin()
    await fill(view)
    await view.user.click(button())
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/home'))
    expect(server.calls(session.login)[0]?.query).toEqual({ username: 'li', password: 'secret 1' })
    expect(localStorage.getItem('token')).toBe('a-token')
    expect(JSON.parse(localStorage.getItem('user_info') ?? '')).toMatchObject(signedIn)
    expect(screen.getByText('欢迎使用')).toBeTruthy()
    await waitFor(() => expect(server.calls(session.menu)).toHaveLength(1))
  })

  test('opens the route that `redirect` names, with the rest of its query', async () => {
    const view = await openLogin('/login?redirect=password&a=1&b=2')
    await fill(view)
    await view.user.keyboard('{Enter}')
    await waitFor(() =>
      expect(view.router.state.location).toMatchObject({ pathname: '/password', search: '?a=1&b=2' }),
    )
  })

  test.each(['https://evil.example', '//evil.example', 'zzz', 'login', '__proto__'])(
    'redirect=%s leads home',
    async (target) => {
      const view = await openLogin(`/login?redirect=${encodeURIComponent(target)}`)
      await fill(view)
      await view.user.click(button())
      await waitFor(() => expect(view.router.state.location.pathname).toBe('/home'))
    },
  )

  test('pressing twice signs in once', async () => {
    const view = await openLogin()
    await fill(view)
    await view.user.dblClick(button())
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/home'))
    expect(server.calls(session.login)).toHaveLength(1)
  })

  test('the sentence of a refusal follows the language', async () => {
    const [zh, en] = commonWords.tree.wrongCredentials
    server.answer(session.login, () => refusal({ code: codes.wrongCredentials, desc: zh }))
    const view = await openLogin()
    await fill(view)
    await view.user.click(button())
    await screen.findAllByText(zh)
    await act(() => switchLanguage('en-US'))
    await screen.findByText(en)
    await act(() => switchLanguage('zh-CN'))
  })

  test('a refusal is shown and removes an earlier token', async () => {
    localStorage.setItem('token', 'old')
    server.answer(session.login, () => refusal({ code: codes.wrongCredentials, desc: '账号或者密码错误' }))
    const view = await openLogin()
    await fill(view)
    await view.user.click(button())
    expect(await screen.findAllByText('账号或者密码错误')).toHaveLength(2)
    expect(localStorage.getItem('token')).toBeNull()
    expect(view.router.state.location.pathname).toBe('/login')
  })

  test('an administrator who must change the password can open no other page', async () => {
    server.answer(session.login, () => ({ ...signedIn, mustChangePassword: true }))
    server.answer(session.changePassword, () => null)
    const view = await openLogin('/login?redirect=UserList&a=1')
    await fill(view)
    await view.user.click(button())
    await waitFor(() =>
      expect(view.router.state.location).toMatchObject({
        pathname: '/password',
        search: '?redirect=UserList&a=1',
      }),
    )
    const before = await screen.findByLabelText(/^当前密码/)
    await view.router.navigate('/home')
    expect(view.router.state.location.pathname).toBe('/password')
    expect(server.calls(session.menu)).toEqual([])
    // The redirect shows the form again at a new address; only the new form counts.
    await waitFor(() => expect(before.isConnected).toBe(false))

    await view.user.type(await screen.findByLabelText(/^当前密码/), 'secret 1')
    await view.user.type(screen.getByLabelText(/^新密码/), 'secret 22')
    await view.user.type(screen.getByLabelText(/^再次输入/), 'secret 22')
    await view.user.click(screen.getByRole('button', { name: '保存新密码' }))
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/home'))
    expect(server.calls(session.changePassword)[0]?.body).toEqual({ current: 'secret 1', next: 'secret 22' })
  })
})

describe('remembering', () => {
  test('the tick box keeps the name, and never the password', async () => {
    const view = await openLogin()
    expect(loginConfig()).toEqual({ rememberPassword: true, username: '' })
    await fill(view)
    await view.user.click(button())
    await waitFor(() => expect(loginConfig()).toEqual({ rememberPassword: true, username: 'li' }))
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret 1')
  })

  test('without the tick nothing is kept', async () => {
    localStorage.setItem('login-config', '{"rememberPassword":true,"username":"li"}')
    const view = await openLogin()
    expect(await name()).toHaveProperty('value', 'li')
    await view.user.click(screen.getByRole('checkbox', { name: '记住密码' }))
    expect(loginConfig()).toEqual({ rememberPassword: false, username: 'li' })
    await view.user.type(password(), 'secret 1')
    await view.user.click(button())
    await waitFor(() => expect(loginConfig()).toEqual({ rememberPassword: false, username: '' }))
  })
})

test('forgot password and register say whom to ask', async () => {
  const { user } = await openLogin()
  await user.click(screen.getByRole('button', { name: '忘记密码' }))
  expect((await screen.findByRole('dialog', { name: '忘记密码' })).textContent).toContain('系统管理员')
})

test('the contact from the settings is also shown', async () => {
  server.answer(setting.open, () => ({
    'business.timezone': 'Asia/Shanghai',
    'business.dayStartsAt': '00:00',
    'password.minLength': 8,
    'masking.revealSeconds': 30,
    'login.contactText': ['王敏，分机 8001', 'Wang Min, ext. 8001'],
  }))
  const { user } = await openLogin()
  await user.click(screen.getByRole('button', { name: '注册账号' }))
  await screen.findByText('王敏，分机 8001')
})
