import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { KitProvider } from '#kit'
import type { CheckNode } from './check-state.ts'
import { CheckTree } from './check-tree.tsx'

const leaf = (name: string, title: string, isDisabled = false): CheckNode => ({
  name,
  title,
  isDisabled,
  children: [],
})
const tree: CheckNode[] = [
  {
    name: 'user/',
    title: '用户管理',
    children: [
      {
        name: 'list/',
        title: '用户列表',
        children: [leaf('user:page', '查看用户'), leaf('user:delete', '注销用户')],
      },
      {
        name: 'black/',
        title: '黑名单',
        children: [leaf('black:page', '查看黑名单'), leaf('black:reveal', '查看明文', true)],
      },
    ],
  },
  { name: 'org/', title: '机构管理', children: [leaf('OrgList', '机构列表')] },
]
let chosen: string[] = []
function Held({ initial }: { initial: string[] }) {
  const [value, setValue] = useState(initial)
  chosen = value
  return <CheckTree label="权限" searchLabel="搜索权限" nodes={tree} value={value} onChange={setValue} />
}
const show = (...initial: string[]) => {
  render(
    <KitProvider>
      <Held initial={initial} />
    </KitProvider>,
  )
  return userEvent.setup()
}
const item = (name: string) => screen.getByRole('treeitem', { name })
const stateOf = (name: string) => item(name).getAttribute('aria-checked')

test('a branch is checked if all below it is chosen and half checked if some is; a half checked branch is open', () => {
  show('user:page', 'OrgList')
  expect(['用户管理', '用户列表', '黑名单', '机构管理', '查看用户', '注销用户'].map(stateOf)).toEqual([
    'mixed',
    'mixed',
    'false',
    'true',
    'true',
    'false',
  ])
})

test('a click on a branch chooses all below it, another removes it; disabled nodes stay as they are', async () => {
  const user = show('user:page')
  await user.click(item('用户管理'))
  expect(chosen.toSorted()).toEqual(['black:page', 'user:delete', 'user:page'])
  expect(stateOf('用户管理')).toBe('mixed')
  await user.click(item('用户管理'))
  expect(chosen).toEqual([])
})

test('a disabled node that is chosen cannot be removed', async () => {
  const user = show('black:reveal')
  await user.click(item('查看明文'))
  await user.click(item('用户管理'))
  await user.click(item('用户管理'))
  expect(chosen).toEqual(['black:reveal'])
  expect(item('查看明文').getAttribute('aria-disabled')).toBe('true')
})

test('the keyboard alone works: one stop for Tab, arrows to move and open, Home, End, Space to choose', async () => {
  const user = show()
  item('用户管理').focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown} ')
  expect(chosen).toEqual(['user:delete'])
  expect(document.activeElement).toBe(item('注销用户'))
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(item('用户列表'))
  await user.keyboard('{ArrowLeft}')
  expect(item('用户列表').getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{End} ')
  expect(chosen).toEqual(['user:delete', 'OrgList'])
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(item('用户管理'))
  expect(screen.getAllByRole('treeitem').filter((each) => each.tabIndex === 0)).toEqual([item('用户管理')])
})

test('a search shows the matching nodes with their branches, and a click on a branch then chooses only what is shown', async () => {
  const user = show()
  await user.type(screen.getByRole('textbox', { name: '搜索权限' }), '查看')
  expect(screen.getAllByRole('treeitem').map((each) => each.getAttribute('aria-label'))).toEqual([
    '用户管理',
    '用户列表',
    '查看用户',
    '黑名单',
    '查看黑名单',
    '查看明文',
  ])
  await user.click(item('用户管理'))
  expect(chosen).toEqual(['user:page', 'black:page'])
  await user.type(screen.getByRole('textbox', { name: '搜索权限' }), '无此')
  expect(screen.queryByRole('treeitem')).toBeNull()
  screen.getByText('没有匹配的内容')
})
