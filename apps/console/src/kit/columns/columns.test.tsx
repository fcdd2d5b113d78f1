import { words } from '@kabao/contract/kernel/language'
import { act, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { type Column, KitProvider, switchLanguage } from '#kit'
import { textOf } from '../list/column.ts'
import type { ColumnMaker } from './make-columns.tsx'
import { type ColumnsOf, useColumns } from './use-columns.ts'

const treeWords = words('tree', {
  field: {
    kind: ['树种', 'Kind'],
    heightMm: ['高度', 'Height'],
    priceFen: ['价格', 'Price'],
    felledAt: ['砍伐时间', 'Felled at'],
    owner: ['主人', 'Owner'],
    health: ['状况', 'Health'],
  },
  kind: { oak: ['橡树', 'Oak'], elm: ['榆树', 'Elm'] },
  standing: ['未砍伐', 'Standing'],
  hide: ['隐藏', 'Hide'],
})
interface Tree {
  id: string
  kind: 'oak' | 'elm' | null
  heightMm: number
  priceFen: number
  felledAt: string | null
  owner: string | null
}
const tree: Tree = { id: '7', kind: 'oak', heightMm: 12345, priceFen: 990, felledAt: null, owner: '李**' }

const columns: ColumnsOf<Tree, typeof treeWords> = (column) => [
  column.choice('kind', { width: 90, isSticky: true, colors: { oak: 'green', elm: 'gray' } }),
  column.number('heightMm'),
  column.money('priceFen'),
  column.instant('felledAt', { empty: column.t('standing') }),
  column.masked('owner', { hide: column.t('hide') }),
  column.badge('_health', { title: column.t('field.health'), text: () => 'fine', color: () => 'green' }),
]
const columnsOf = (reveal?: Parameters<typeof useColumns>[2]) =>
  renderHook(() => useColumns<Tree, 'tree', typeof treeWords.tree>(treeWords, columns, reveal)).result
const show = (element: ReactNode) => render(<KitProvider>{element}</KitProvider>)

test('the title and format of each column follow from its field, in both languages', async () => {
  const result = columnsOf()
  const written = () => result.current.map((column) => [column.title, textOf(column, tree)])
  expect(written()).toEqual([
    ['树种', '橡树'],
    ['高度', '12,345'],
    ['价格', '¥9.90'],
    ['砍伐时间', '未砍伐'],
    ['主人', '李**'],
    ['状况', 'fine'],
  ])
  const before = result.current
  await act(() => switchLanguage('en-US'))
  expect(written().slice(0, 2)).toEqual([
    ['Kind', 'Oak'],
    ['Height', '12,345'],
  ])
  expect(result.current).not.toBe(before)
})

test('the options of a column replace its defaults; null is shown as nothing', () => {
  const [kind, height, , felledAt] = columnsOf().current as [Column<Tree>, ...Column<Tree>[]]
  expect(kind).toMatchObject({ key: 'kind', width: 90, isSticky: true })
  expect(height).toMatchObject({ align: 'end' })
  expect(felledAt).toMatchObject({ width: 160 })
  expect(textOf(kind, { ...tree, kind: null })).toBe('')
  expect(kind.render?.({ ...tree, kind: null })).toBeNull()
})

test('an instant is shown short and heard whole', () => {
  const felledAt = columnsOf().current[3] as Column<Tree>
  show(felledAt.render?.({ ...tree, felledAt: '2020-03-01T00:30:45.000Z' }))
  expect(screen.getByRole('time').textContent).toBe('2020-03-01 08:302020-03-01 08:30:45')
  expect(screen.getByText('2020-03-01 08:30').getAttribute('aria-hidden')).toBe('true')
})

test('the columns stay identical while nothing changes, so that no row is rendered again', () => {
  const { result, rerender } = renderHook(() =>
    useColumns<Tree, 'tree', typeof treeWords.tree>(treeWords, columns),
  )
  const before = result.current
  rerender()
  expect(result.current).toBe(before)
})

test('a masked field shows the whole value only in the revealed row, with a button that hides it', async () => {
  const hide = vi.fn()
  const owner = columnsOf({
    revealed: { id: '7', until: Date.now() + 30_000, data: { owner: '李雷' } },
    hide,
  }).current[4] as Column<Tree>
  expect(textOf(owner, tree)).toBe('李雷')
  expect(textOf(owner, { ...tree, id: '8' })).toBe('李**')
  show(owner.render?.(tree))
  screen.getByText('李雷')
  screen.getByRole('button').click()
  expect(hide).toHaveBeenCalledOnce()
})

test('a column that does not fit its field does not compile', () => {
  type Maker = ColumnMaker<Tree, typeof treeWords.tree>
  expectTypeOf<Parameters<Maker['number']>[0]>().toEqualTypeOf<'heightMm' | 'priceFen'>()
  expectTypeOf<Parameters<Maker['choice']>[0]>().toEqualTypeOf<'kind'>()
  expectTypeOf<'heightMm'>().not.toExtend<Parameters<Maker['instant']>[0]>()
})
