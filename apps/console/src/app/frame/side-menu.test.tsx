import type { MenuNode } from '@kabao/contract/access/session'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { takeMenu } from '#kit'
import { renderAt, signIn } from '#test/render.tsx'
import { SideMenu } from './side-menu.tsx'

const node = (name: string, children: MenuNode[] = []): MenuNode => ({ path: '', name, type: 1, children })

async function entriesAt(path: string, ...pages: string[]) {
  signIn()
  act(() =>
    takeMenu([
      node(
        'Chart',
        pages.map((name) => node(name)),
      ),
    ]),
  )
  await renderAt(path, [{ path: '*', Component: SideMenu }])
  const section = screen.getByRole('button', { name: '统计报表' }).nextElementSibling as HTMLElement
  return within(section)
    .getAllByRole('link', { hidden: true })
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])
}

test('the reports are one entry, which leads to the first that the account may see', async () => {
  expect(await entriesAt('/home', 'ChartOrgList', 'ChartCityList', 'ChartEventList')).toEqual([
    ['报表', '/chart/org-list', null],
    ['错误上报列表', '/chart/event-list', null],
  ])
})

test('the entry of the reports is that of the current report', async () => {
  expect(await entriesAt('/chart/city-list', 'ChartOrgList', 'ChartCityList')).toEqual([
    ['报表', '/chart/city-list', 'page'],
  ])
})
