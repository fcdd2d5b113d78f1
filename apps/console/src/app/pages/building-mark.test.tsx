import { menu } from '@kabao/contract/app/menu'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { switchLanguage } from '#kit'
import { renderAt } from '#test/render.tsx'
import { areaPages } from '../areas.ts'
import { framePages } from '../client-menu.ts'
import { BuildingMark } from './building-mark.tsx'

// A page of the menu that is not implemented.
vi.mock('../areas.ts', async (load) => {
  const { areaPages } = await load<typeof import('../areas.ts')>()
  return { areaPages: areaPages.filter(({ name }) => name !== 'CrmCenter') }
})

const names = menu.flatMap(({ pages }) => pages.map(({ name }) => name))
const Links = () =>
  [...names, ...framePages.map(({ name }) => name), 'faq'].map((name) => (
    <a key={name} href={name} data-name={name}>
      {name} <BuildingMark page={name} />
    </a>
  ))
const marked = (name: string) =>
  screen.getAllByRole('img', { name }).map((mark) => mark.closest('a')?.dataset.name)

test('exactly the pages of the menu without an implementation carry the mark', async () => {
  await renderAt('/', [{ path: '/', Component: Links }])
  const built = new Set(areaPages.map(({ name }) => name))
  expect(marked('建设中')).toEqual(names.filter((name) => !built.has(name)))
  await switchLanguage('en-US')
  expect(marked('Coming soon').length).toBeGreaterThan(0)
  screen.getByRole('link', { name: 'CrmCenter Coming soon' })
})
