import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { switchLanguage } from '#kit'
import { renderAt } from '#test/render.tsx'
import { DayFilter } from './day-filter.tsx'
import { MoneyFilter } from './money-filter.tsx'
import { NumberFilter } from './number-filter.tsx'

afterEach(() => switchLanguage('zh-CN'))

type Typed = typeof NumberFilter | typeof MoneyFilter
let value: number | undefined
let day: string | undefined

/** A filter with its value, and a button that removes the value from outside. */
function Held({ of: Filter, initial }: { of: Typed; initial: number | undefined }) {
  const [held, setHeld] = useState(initial)
  value = held
  return (
    <>
      <Filter name="cap" label="Cap" value={held} onChange={setHeld} />
      <button type="button" onClick={() => setHeld(undefined)}>
        Reset
      </button>
    </>
  )
}
const shown = async (Filter: Typed, initial?: number) => {
  const { user } = await renderAt('/', [{ path: '/', element: <Held of={Filter} initial={initial} /> }])
  return { user, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Cap' }) }
}

function HeldDay() {
  const [held, setHeld] = useState<string | undefined>('2026-03-01')
  day = held
  return (
    <>
      <DayFilter name="startsFrom" label="Day" value={held} onChange={setHeld} />
      <button type="button" onClick={() => setHeld('2026-05-09')}>
        Other
      </button>
    </>
  )
}

describe.each([
  ['a whole number', NumberFilter, '12', 12, 'twelve', ['请输入整数', 'Enter a whole number']],
  [
    'an amount',
    MoneyFilter,
    '12.5',
    1_250,
    '1.234',
    ['请输入金额，最多两位小数', 'Enter an amount with at most two decimal places'],
  ],
] as const)('a filter by %s', (_, Filter, typed, expected, wrong, [zh, en]) => {
  test('takes what is typed at Enter, and an empty text as none', async () => {
    const { user, field } = await shown(Filter)
    await user.type(field, typed)
    expect(value).toBeUndefined()
    await user.keyboard('{Enter}')
    expect(value).toBe(expected)
    await user.click(screen.getByRole('button', { name: '清除 Cap' }))
    expect([value, field.value]).toEqual([undefined, ''])
    expect(document.activeElement).toBe(field)
  })

  test('refuses another text at the field in both languages, with a value that no search takes', async () => {
    const { user, field } = await shown(Filter, expected)
    await user.clear(field)
    await user.type(field, `${wrong}{Enter}`)
    expect([value, field.value]).toEqual([Number.NaN, wrong])
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await screen.findByText(zh)
    await act(() => switchLanguage('en-US'))
    await screen.findByText(en)
    await user.clear(field)
    await user.type(field, `${typed}{Enter}`)
    expect([value, screen.queryByText(en)]).toEqual([expected, null])
  })

  test('shows a value from outside, without the problem of an earlier text', async () => {
    const { user, field } = await shown(Filter, expected)
    expect(field.value).toBe(typed)
    await user.clear(field)
    await user.type(field, `${wrong}{Enter}`)
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(field.value).toBe('')
    expect(screen.queryByText(zh)).toBeNull()
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
  })
})

test('a filter by a day is undefined without one, and shows a day from outside', async () => {
  const { user } = await renderAt('/', [{ path: '/', Component: HeldDay }])
  await waitFor(() => expect(screen.getByLabelText('Day').textContent).toBe('2026-03-01'))
  await user.click(await screen.findByRole('button', { name: '清除 Day' }))
  expect(day).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Other' }))
  expect(screen.getByLabelText('Day').textContent).toBe('2026-05-09')
})
