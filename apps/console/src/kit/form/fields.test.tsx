import { act, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { switchLanguage } from '#kit'
import { renderAt } from '../../../test/render.tsx'
import { DateField } from './date-field.tsx'

afterEach(() => switchLanguage('zh-CN'))

type DateLooks = Partial<ComponentProps<typeof DateField>>
let day: string | null

/** A field with its value, and a button that sets another value from outside. */
function HeldDay({ initial, looks }: { initial: string | null; looks: DateLooks }) {
  const [value, setValue] = useState(initial)
  day = value
  return (
    <>
      <DateField name="startsOn" label="Day" value={value} onChange={setValue} {...looks} />
      <button type="button" onClick={() => setValue('2026-05-09')}>
        Other
      </button>
    </>
  )
}

describe('a field for a day', () => {
  const show = async (initial: string | null, looks: DateLooks = {}) => {
    const { user } = await renderAt('/', [
      { path: '/', element: <HeldDay initial={initial} looks={looks} /> },
    ])
    // The calendar is loaded apart; until then a button stands for it.
    await waitFor(() => expect(screen.getByLabelText('Day').dataset.datesInput).toBe('true'))
    return { user, field: screen.getByLabelText('Day') }
  }

  test('Escape closes the calendar and changes nothing', async () => {
    const { user, field } = await show('2026-03-04')
    await user.click(field)
    await screen.findByRole('button', { name: /2026年3月/ })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: /2026年3月/ })).toBeNull())
    expect(day).toBe('2026-03-04')
  })

  test('says in both languages that it is empty, and names the month', async () => {
    const { user, field } = await show(null)
    expect(field.textContent).toBe('选择日期')
    await act(() => switchLanguage('en-US'))
    expect(field.textContent).toBe('Select a date')
    await user.click(screen.getByRole('button', { name: 'Other' }))
    expect(field.textContent).toBe('2026-05-09')
    await user.click(field)
    await screen.findByRole('button', { name: 'May 2026' })
  })

  test('can be cleared unless it is required, and shows its problem', async () => {
    const { user } = await show('2026-03-04', { error: 'Too late' })
    screen.getByText('Too late')
    expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: '清除 Day' }))
    expect(day).toBeNull()
  })
})
