import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadConfig } from '#kit'
import { renderAt } from '#test/render.tsx'
import RangePicker from './range-picker.tsx'

const value = ['2026-03-01T10:00:00Z', '2026-03-03T10:00:00Z'] as const
const Picker = () => <RangePicker value={value} onChange={() => {}} />

test('the calendar marks the business day, which may differ from the day of the reader', async () => {
  // At this instant it is already the next day in the business time zone, 14 hours ahead of UTC.
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-09T12:00:00Z'))
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(
    Response.json({ timezone: 'Pacific/Kiritimati', dayStartsAt: '00:00' }),
  )
  await loadConfig()
  await renderAt('/', [{ path: '/', Component: Picker }])
  await screen.findByRole('group')
  const marked = [...document.querySelectorAll('[aria-current=date]')]
  expect(marked.map((day) => day.textContent)).toEqual(['10'])
})
