import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { takeMenu, useSession } from '../session/session.ts'
import { PageTabs } from './page-tabs.tsx'

const tab = (title: string) => ({ title, to: `?tab=${title}`, isShown: title === 'Lists' })
const element = <PageTabs label="Pages" tabs={[tab('Lists')]} expected={['Lists', 'Figures']} />

test('the room of the tabs is kept until it is known which of them there are', async () => {
  useSession.setState({ menu: null })
  await renderAt('/', [{ path: '/', element }])
  expect(screen.getByText('Figures').closest('div')?.dataset.expected).toBeDefined()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  act(() => takeMenu([]))
  expect(screen.queryByText('Figures')).toBeNull()
})

test('beside tabs that everybody sees, the others keep their room until it is known', async () => {
  useSession.setState({ menu: null })
  const tabs = <PageTabs label="Pages" tabs={[tab('Lists'), tab('Own')]} expected={['Lists', 'Own', 'All']} />
  await renderAt('/', [{ path: '/', element: tabs }])
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toBe('ListsOwnAll')
  expect(screen.getByText('All').dataset.expected).toBeDefined()
  act(() => takeMenu([]))
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toBe('ListsOwn')
})
