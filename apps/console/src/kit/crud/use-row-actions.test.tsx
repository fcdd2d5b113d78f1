import { blacklist } from '@kabao/contract/users/blacklist'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signIn } from '#test/render.tsx'
import { useRowActions } from './use-row-actions.ts'

interface Row {
  id: string
  isOpen: boolean
}
const row: Row = { id: '7', isOpen: true }

const start = (run = vi.fn()) =>
  renderHook(
    ({ label }) =>
      useRowActions<Row>([
        { key: 'see', label, run },
        { key: 'edit', label: 'Edit', use: blacklist.update, run },
        { key: 'close', label: 'Close', when: ({ isOpen }) => isOpen, run, isDanger: true },
      ]),
    { initialProps: { label: 'See' } },
  )
const keysOf = (actions: (row: Row) => { key: string }[], of: Row) => actions(of).map(({ key }) => key)

test('a row offers the actions that the user may do and that fit the row', () => {
  signIn('blacklist:page')
  const { result } = start()
  expect(keysOf(result.current, row)).toEqual(['see', 'close'])
  expect(keysOf(result.current, { ...row, isOpen: false })).toEqual(['see'])
  act(() => signIn('blacklist:update'))
  expect(keysOf(result.current, row)).toEqual(['see', 'edit', 'close'])
  expect(result.current(row)[2]).toMatchObject({ label: 'Close', isDanger: true })
})

test('an action runs on its own row', () => {
  const run = vi.fn()
  start(run).result.current(row)[0]?.onSelect()
  expect(run).toHaveBeenCalledExactlyOnceWith(row)
})

test('the function stays identical until a text changes, so that no row is rendered again', () => {
  const { result, rerender } = start()
  const before = result.current
  rerender({ label: 'See' })
  expect(result.current).toBe(before)
  rerender({ label: 'Look' })
  expect(result.current).not.toBe(before)
  expect(result.current(row)[0]?.label).toBe('Look')
})
