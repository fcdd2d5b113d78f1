import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { KitProvider } from '#kit'
import type { WeekWindow } from './week.ts'
import { WeekField } from './week-field.tsx'

let held: WeekWindow[] = []
function Held({ initial }: { initial: WeekWindow[] }) {
  const [value, setValue] = useState(initial)
  held = value
  return <WeekField name="windows" label="时段" value={value} onChange={setValue} />
}
function show(...initial: WeekWindow[]) {
  render(
    <KitProvider>
      <Held initial={initial} />
    </KitProvider>,
  )
  return userEvent.setup()
}
const cell = (name: string) => screen.getByRole('gridcell', { name })
const window = (weekday: number, from: string, to: string): WeekWindow => ({ weekday, from, to })
const texts = () => held.map(({ weekday, from, to }) => `${weekday} ${from}–${to}`)

test('the mouse draws an area over several days, shown before the button is released', async () => {
  const user = show()
  await user.pointer([
    { keys: '[MouseLeft>]', target: cell('周一 09:00–09:30') },
    { target: cell('周二 11:30–12:00') },
  ])
  expect(cell('周二 10:00–10:30').getAttribute('aria-selected')).toBe('true')
  expect(cell('周三 10:00–10:30').getAttribute('aria-selected')).toBe('false')
  expect(texts()).toEqual([])
  await user.pointer('[/MouseLeft]')
  expect(texts()).toEqual(['1 09:00–12:00', '2 09:00–12:00'])
  screen.getByText('周一至周二 09:00–12:00')
})

test('it clears where it begins on a filled half hour, and the rest stays to the minute', async () => {
  const user = show(window(1, '08:15', '12:40'))
  await user.pointer([
    { keys: '[MouseLeft>]', target: cell('周一 11:00–11:30') },
    { target: cell('周一 10:00–10:30') },
    { keys: '[/MouseLeft]', target: document.body },
  ])
  expect(texts()).toEqual(['1 08:15–10:00', '1 11:30–12:40'])
})

test('a finger that begins to scroll draws nothing', async () => {
  const user = show()
  await user.pointer([{ keys: '[TouchA>]', target: cell('周一 09:00–09:30') }])
  document.dispatchEvent(new Event('pointercancel', { bubbles: true }))
  await user.pointer([{ keys: '[/TouchA]', target: cell('周一 09:00–09:30') }])
  expect(texts()).toEqual([])
})

test('the keyboard: arrows move, Shift extends, Space fills and clears, Tab passes by', async () => {
  const user = show()
  await user.click(screen.getByRole('button', { name: '按文字填写' }))
  await user.tab()
  expect(document.activeElement).toBe(cell('周一 09:00–09:30'))
  await user.keyboard('{ArrowDown}{ArrowLeft} ')
  expect(texts()).toEqual(['2 08:30–09:00'])
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowDown}{/Shift}')
  expect(document.activeElement).toBe(cell('周三 09:30–10:00'))
  // The area began on a filled half hour, so it is cleared.
  await user.keyboard(' ')
  expect(texts()).toEqual([])
  await user.keyboard('{Home}{Shift>}{End}{/Shift} ')
  expect(texts()).toEqual(['3 00:00–24:00'])
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '周一' }))
})

test('a day is typed to the minute; a text that is no time is kept, marked, and not drawn', async () => {
  const user = show()
  await user.click(screen.getByRole('button', { name: '按文字填写' }))
  const monday = screen.getByRole('textbox', { name: '周一' })
  await user.type(monday, '9-12，14:15–18')
  expect(texts()).toEqual(['1 09:00–12:00', '1 14:15–18:00'])
  await user.tab()
  expect((monday as HTMLInputElement).value).toBe('09:00–12:00, 14:15–18:00')
  expect(cell('周一 14:00–14:30').dataset.state).toBe('some')
  const tuesday = screen.getByRole('textbox', { name: '周二' })
  await user.type(tuesday, '上午')
  await user.tab()
  screen.getByText('请填写时段，如 09:00–12:00，14:00–18:00')
  expect((tuesday as HTMLInputElement).value).toBe('上午')
  expect(texts()).toEqual(['1 09:00–12:00', '1 14:15–18:00', '2 上午–'])
  await user.click(cell('周三 09:00–09:30'))
  expect(texts()).toEqual(['1 09:00–12:00', '1 14:15–18:00', '2 上午–', '3 09:00–09:30'])
  await user.click(cell('周二 09:00–09:30'))
  expect(texts()).toEqual(['1 09:00–12:00', '1 14:15–18:00', '2 09:00–09:30', '3 09:00–09:30'])
})

test('presets, and at any time when nothing is chosen', async () => {
  const user = show()
  screen.getByText('不限时段', { selector: 'p' })
  await user.click(screen.getByRole('button', { name: '工作日 9–18 点' }))
  screen.getByText('周一至周五 09:00–18:00')
  await user.click(screen.getByRole('button', { name: '每天 9–21 点' }))
  screen.getByText('每天 09:00–21:00')
  await user.click(screen.getByRole('button', { name: '不限时段' }))
  expect(held).toEqual([])
})
