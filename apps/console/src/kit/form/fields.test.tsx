import { act, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { switchLanguage } from '#kit'
import { renderAt } from '#test/render.tsx'
import { DateField } from './date-field.tsx'
import { FakeInput } from './fake-input.tsx'
import { SelectField } from './select-field.tsx'
import { TagsField } from './tags-field.tsx'

afterEach(() => switchLanguage('zh-CN'))

type DateLooks = Partial<ComponentProps<typeof DateField>>
type TagsLooks = Partial<ComponentProps<typeof TagsField>>
let day: string | null
let tags: string[]

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
const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
function HeldTags({ initial, looks }: { initial: string[]; looks: TagsLooks }) {
  const [value, setValue] = useState(initial)
  tags = value
  return (
    <form onSubmit={onSubmit}>
      <TagsField name="returnReasons" label="Reasons" value={value} onChange={setValue} {...looks} />
      <button type="button" onClick={() => setValue(['无人接听'])}>
        Other
      </button>
    </form>
  )
}

describe('a field for a day', () => {
  const show = async (initial: string | null, looks: DateLooks = {}) => {
    const { user } = await renderAt('/', [
      { path: '/', element: <HeldDay initial={initial} looks={looks} /> },
    ])
    const field = () => screen.getByLabelText(/^Day/)
    // The calendar is loaded apart, and only for what may be cleared before it is used; until then a button stands for it.
    if (initial !== null && !looks.isRequired)
      await waitFor(() => expect(field().dataset.datesInput).toBe('true'))
    return { user, field: field() }
  }

  test('is chosen with the keyboard alone', async () => {
    const { user, field } = await show('2026-03-04')
    field.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: /2026年3月/ })
    const chosen = document.querySelector<HTMLElement>('[data-selected=true]')
    expect(chosen?.textContent).toBe('4')
    chosen?.focus()
    await user.keyboard('{ArrowRight}{Enter}')
    expect(day).toBe('2026-03-05')
    await waitFor(() => expect(field.textContent).toBe('2026-03-05'))
  })

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
    await waitFor(() => expect(screen.getByLabelText(/^Day/).dataset.datesInput).toBe('true'))
    expect(screen.getByLabelText(/^Day/).textContent).toBe('2026-05-09')
    await user.click(screen.getByLabelText(/^Day/))
    await screen.findByRole('button', { name: 'May 2026' })
  })

  test('can be cleared unless it is required, and shows its problem', async () => {
    const { user } = await show('2026-03-04', { error: 'Too late' })
    screen.getByText('Too late')
    expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: '清除 Day' }))
    expect(day).toBeNull()
  })

  test('cannot be cleared if it is required; a press loads its calendar and opens it', async () => {
    const { user, field } = await show('2026-03-04', { isRequired: true })
    expect(screen.queryByRole('button', { name: '清除 Day' })).toBeNull()
    expect(field.textContent).toBe('2026-03-04')
    await user.click(field)
    await screen.findByRole('button', { name: /2026年3月/ })
    expect(screen.queryByRole('button', { name: '清除 Day' })).toBeNull()
  })
})

describe('a field for several short texts', () => {
  const show = async (initial: string[], looks: TagsLooks = {}) => {
    const { user } = await renderAt('/', [
      { path: '/', element: <HeldTags initial={initial} looks={looks} /> },
    ])
    return { user, field: screen.getByLabelText('Reasons', { selector: 'input' }) }
  }

  test('Enter, a comma of either width and leaving the field each end a text; Enter does not submit', async () => {
    const { user, field } = await show([])
    await user.type(field, '空号{Enter}停机,拒接，关机')
    expect(tags).toEqual(['空号', '停机', '拒接'])
    await user.tab()
    expect(tags).toEqual(['空号', '停机', '拒接', '关机'])
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('Backspace in the empty field removes the last text', async () => {
    const { user, field } = await show(['空号', '停机'])
    field.focus()
    await user.keyboard('{Backspace}')
    expect(tags).toEqual(['空号'])
  })

  test('takes a text once, and shows texts from outside', async () => {
    const { user, field } = await show(['空号'])
    await user.type(field, '空号{Enter}')
    expect(tags).toEqual(['空号'])
    await user.click(screen.getByRole('button', { name: 'Other' }))
    screen.getByText('无人接听')
    expect(screen.queryByText('空号')).toBeNull()
  })

  test('shows its problem at the field', async () => {
    const { field } = await show(['空号'], { error: 'Too many' })
    screen.getByText('Too many')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('an input that shows less than its text', () => {
  const options = [{ value: 'city', label: 'Code of the district or city' }]
  const select = <SelectField name="value" label="Value" value="city" options={options} onChange={() => {}} />

  test.each([
    ['combobox', select, 'Code of the district or city'],
    ['button', <FakeInput key="days" label="Days" text="2026-11-23 ~ 11-29" />, '2026-11-23 ~ 11-29'],
  ] as const)('says all of it in a tip while the pointer is on it: a %s', async (role, field, text) => {
    const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(200)
    const { user } = await renderAt('/', [{ path: '/', element: field }])
    await user.hover(screen.getByRole(role))
    expect(screen.getByRole(role).title).toBe(text)
    await user.unhover(screen.getByRole(role))
    width.mockRestore()
    await user.hover(screen.getByRole(role))
    expect(screen.getByRole(role).title).toBe('')
  })
})
