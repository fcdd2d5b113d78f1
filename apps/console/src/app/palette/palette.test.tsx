import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Outlet } from 'react-router'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '#kit'
import { renderAt, signIn } from '#test/render.tsx'
import { change, fromFile } from '../settings/store.ts'
import { Palette } from './palette.tsx'

// Loads the lazy parts before the tests: on a slow machine they would otherwise seem to be missing.
beforeAll(async () => {
  await Promise.all([import('./palette-dialog.tsx'), import('./help-dialog.tsx')])
}, 30_000)

const onSettings = vi.fn()

function Around() {
  return (
    <>
      <button type="button">一个按钮</button>
      <input aria-label="一个输入框" />
      <Palette onSettings={onSettings} />
      <Outlet />
    </>
  )
}
const named = (text: string) => () => <p>{text}</p>
const Home = named('这是首页')
const Users = named('这是用户列表')
const Black = named('这是黑名单')

const show = () => {
  signIn()
  return renderAt('/home', [
    {
      Component: Around,
      children: [
        { path: '/home', Component: Home },
        { path: '/user/list', Component: Users },
        { path: '/user/black-list', Component: Black },
        { path: '*', Component: Home },
      ],
    },
  ])
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const active = () =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')
    ?.textContent

test('Ctrl K opens the palette, letters find a page by its pinyin, Enter opens it', async () => {
  const { user, router } = await show()
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(input))
  await user.keyboard('hmd')
  expect(options()).toEqual(['黑名单用户管理'])
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/user/black-list')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('arrow keys choose and wrap around; the list holds only pages that the account may open, recent ones first', async () => {
  const { user, router } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  expect(options()).toContain('用户列表用户管理')
  expect(options().join()).not.toContain('渠道')
  const first = active()
  await user.keyboard('{ArrowUp}')
  expect(active()).toBe('退出登录')
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe(first)
  await user.keyboard('{Escape}')

  await act(() => router.navigate('/user/black-list'))
  await act(() => router.navigate('/home'))
  await user.keyboard('{Meta>}k{/Meta}')
  await screen.findByRole('combobox')
  const recent = screen.getByRole('group', { name: '最近打开' })
  expect(within(recent).getAllByRole('option')[0]?.textContent).toContain('黑名单')
})

test('Esc closes the palette and the focus returns', async () => {
  const { user } = await show()
  const button = screen.getByRole('button', { name: '一个按钮' })
  button.focus()
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(input))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('actions are found too; the settings only if the deployment offers them', async () => {
  const { user } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '页面配置')
  await user.keyboard('{Enter}')
  expect(onSettings).toHaveBeenCalledOnce()
})

test('a question mark shows the shortcuts, but not while it is typed into a field', async () => {
  const { user } = await show()
  await user.type(screen.getByRole('textbox', { name: '一个输入框' }), '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByRole('button', { name: '一个按钮' }).focus()
  fireEvent.keyDown(document.activeElement as Element, { key: '?' })
  expect(await screen.findByText('打开命令面板')).toBeTruthy()
  expect(screen.getByText('选择当前行')).toBeTruthy()
})

test('with the menu of the console itself, every page and the links are found', async () => {
  change({ menuFromServer: false })
  await configure({ links: { designSystem: 'https://arco.design', faq: '' } })
  onTestFinished(async () => {
    change(fromFile)
    await configure({ links: { designSystem: '', faq: '' } })
  })
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  expect(options()).toContain('渠道列表渠道管理')
  expect(options()).toContain('消息中心')
  expect(options()).not.toContain('常见问题')
  await user.click(screen.getByRole('option', { name: 'Arco Design' }))
  expect(opened).toHaveBeenCalledWith('https://arco.design', '_blank', 'noreferrer')
})

async function configure(config: object) {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(config))
  await loadConfig()
}
