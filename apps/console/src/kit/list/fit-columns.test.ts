import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

type Given = Parameters<typeof fitColumns>[0][number]
const pinned = (key: string, width: number, pin: 'start' | 'end'): Given => ({
  key,
  width,
  pin,
  grows: false,
  isFree: false,
})
const column = (key: string, width: number, looks: Partial<Given> = {}): Given => ({
  key,
  width,
  pin: undefined,
  grows: false,
  isFree: true,
  ...looks,
})
const id = pinned('id', 100, 'start')
const actions = pinned('actions', 100, 'end')
const fit = (columns: readonly Given[], room: number) => Object.fromEntries(fitColumns(columns, room))

test('columns that all fit keep their widths', () => {
  expect(fit([id, column('a', 100), actions], 300)).toEqual({})
  expect(fit([id, column('a', 100), actions], 0)).toEqual({})
})

test('a column that grows gives width away until the cut column is whole', () => {
  const columns = [id, column('text', 280, { grows: true }), column('state', 100), column('b', 100), actions]
  expect(fit(columns, 200 + 380 - 60)).toEqual({ text: 220 })
})

test('columns that grow have too little to give: those before the cut column take its visible part', () => {
  const text = column('text', 170, { grows: true })
  expect(fit([id, text, column('a', 100), column('b', 100), actions], 200 + 300)).toEqual({ text: 200 })
  expect(fit([id, column('a', 100), column('b', 100), column('c', 100), actions], 200 + 250)).toEqual({
    a: 125,
    b: 125,
  })
})

test('a column that ends at the pinned columns changes nothing; a width of the reader is kept', () => {
  const [a, b, c] = [column('a', 100), column('b', 100, { isFree: false }), column('c', 100)]
  expect(fit([id, a, b, c, actions], 200 + 200)).toEqual({ a: 100 })
  expect(fit([id, a, b, c, actions], 200 + 240)).toEqual({ a: 140 })
})

test('without columns pinned at the end, nothing covers a column', () => {
  expect(fit([id, column('a', 100), column('b', 100)], 250)).toEqual({})
})
