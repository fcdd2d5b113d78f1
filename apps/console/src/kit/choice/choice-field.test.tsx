import { push } from '@kabao/contract/engine/push'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AnswersProvider, beginSession, ChoiceField, ChoiceFilter, ChoicesField, KitProvider } from '#kit'
import { choice } from '#test/choice.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { signIn } from '#test/render.tsx'

const all = [
  choice({ id: '1', name: '抖音信息流', code: 'dyxxl' }),
  choice({ id: '2', name: '百度搜索', code: 'bdss' }),
  choice({ id: '3', name: '旧渠道', code: 'jqd', status: 'disabled' }),
]
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  server = fakeServer()
  server.answer(push.channels, ({ query: { keyword, ids } }) =>
    all.filter(({ id, code }) =>
      ids ? ids.split(',').includes(id) : (code ?? '').startsWith(keyword ?? ''),
    ),
  )
  signIn('push:page')
})

type Kind = 'filter' | 'field' | 'several'
function Sample({ kind, first, onSubmit }: { kind: Kind; first?: string[]; onSubmit?: () => void }) {
  const [values, setValues] = useState<readonly string[]>(first ?? [])
  const looks = { label: '渠道', name: 'channelId', use: push.channels }
  const one = { value: values[0], onChange: (value?: string) => setValues(value ? [value] : []) }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      {kind === 'filter' && <ChoiceFilter {...looks} {...one} />}
      {kind === 'field' && <ChoiceField {...looks} {...one} />}
      {kind === 'several' && <ChoicesField {...looks} value={values} onChange={setValues} />}
      <output>{values.join()}</output>
    </form>
  )
}
async function show(kind: Kind, first?: string[], onSubmit?: () => void) {
  const view = render(
    <KitProvider>
      <AnswersProvider>
        <Sample kind={kind} {...(first && { first })} {...(onSubmit && { onSubmit })} />
      </AnswersProvider>
    </KitProvider>,
  )
  const user = userEvent.setup()
  const combobox = () => screen.getByRole('combobox', { name: '渠道' })
  // Only the one that takes the place of the first has a list.
  if (kind === 'filter') await user.hover(combobox())
  await waitFor(() => expect(combobox().getAttribute('aria-haspopup')).toBe('listbox'), { timeout: 10_000 })
  return { ...view, field: combobox(), user }
}
const value = () => document.querySelector('output')?.textContent
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const option = (name: RegExp | string) => screen.findByRole('option', { name })

test('a filter loads its list when it is used; what is typed until then is searched', async () => {
  const user = userEvent.setup()
  render(
    <KitProvider>
      <AnswersProvider>
        <Sample kind="filter" />
      </AnswersProvider>
    </KitProvider>,
  )
  const first = screen.getByRole('combobox', { name: '渠道' })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByRole('combobox', { name: '渠道' })).toBe(first)
  fireEvent.change(first, { target: { value: 'bdss' } })
  await user.click(first)
  await option(/百度搜索/)
  expect(screen.getByRole('combobox', { name: '渠道' })).toBe(document.activeElement)
})

test('typing searches once after a pause; the first result is active, and Enter chooses it without submitting', async () => {
  const onSubmit = vi.fn()
  const { field, user } = await show('filter', undefined, onSubmit)
  await user.click(field)
  await option(/抖音信息流/)
  await user.keyboard('bdss{Enter}')
  // Enter while the search is under way chooses nothing of the older results.
  expect(value()).toBe('')
  const found = await screen.findByRole('option', { name: /百度搜索/ })
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(found.id))
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  await user.keyboard('{Enter}')
  expect(value()).toBe('2')
  expect((field as HTMLInputElement).value).toBe('百度搜索 (bdss)')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(onSubmit).not.toHaveBeenCalled()
  const keywords = server.calls(push.channels).flatMap(({ query }) => query.keyword ?? [])
  expect(keywords).toEqual(['bdss'])
  await user.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('an answer to an older text is dropped', async () => {
  let release: (() => void) | undefined
  server.answer(push.channels, async ({ query: { keyword } }) => {
    if (keyword === 'dy') await new Promise<void>((resolve) => (release = resolve))
    return all.filter(({ code }) => code?.startsWith(keyword ?? ''))
  })
  const { field, user } = await show('filter')
  await user.type(field, 'dy')
  await waitFor(() => expect(release).toBeDefined())
  await user.clear(field)
  await user.type(field, 'bd')
  await option(/百度搜索/)
  await act(async () => release?.())
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await option(/百度搜索/)
})

test('the recent choices of this account come first, and never those of another account', async () => {
  const { field, user, unmount } = await show('filter')
  await user.click(field)
  await user.click(await option(/百度搜索/))
  await user.click(field)
  const recent = await screen.findByText('最近选择')
  expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual([
    expect.stringContaining('百度搜索'),
    expect.stringContaining('抖音信息流'),
    expect.stringContaining('旧渠道'),
  ])
  expect(recent).toBeDefined()
  unmount()
  act(() => beginSession({ token: 'b-token', username: 'wang', name: '王芳', mustChangePassword: false }))
  const other = await show('filter')
  await other.user.click(other.field)
  await option(/抖音信息流/)
  expect(screen.queryByText('最近选择')).toBeNull()
})

test('a disabled record is marked; a filter chooses it, a form only keeps it', async () => {
  const filter = await show('filter')
  await filter.user.click(filter.field)
  within(await option(/旧渠道/)).getByText('已停用')
  await filter.user.click(await option(/旧渠道/))
  expect(value()).toBe('3')
  filter.unmount()

  const form = await show('field')
  await form.user.click(form.field)
  expect((await option(/旧渠道/)).getAttribute('aria-disabled')).toBe('true')
  await form.user.click(await option(/旧渠道/))
  expect(value()).toBe('')
  await form.user.keyboard('jqd')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await form.user.keyboard('{ArrowDown}{Enter}')
  expect(value()).toBe('')
  form.unmount()

  const stored = await show('field', ['3'])
  await waitFor(() => expect((stored.field as HTMLInputElement).value).toBe('旧渠道 (jqd)'))
  await stored.user.click(stored.field)
  await stored.user.click(await option(/百度搜索/))
  await stored.user.click(stored.field)
  await stored.user.click(await option(/旧渠道/))
  expect(value()).toBe('3')
})

test('nothing found and a failure are said, and the failure can be retried by the keyboard', async () => {
  const { field, user } = await show('filter')
  await user.type(field, 'zzz')
  await waitFor(() => expect(said()).toContain('没有匹配的选项'))
  server.answer(push.channels, () => refusal({ code: '5000', desc: '出错了' }))
  await user.clear(field)
  await user.type(field, 'bd')
  await screen.findByRole('button', { name: '加载失败，点击重试' })
  expect(said()).toContain('加载失败，点击重试')
  server.answer(push.channels, () => all.slice(1, 2))
  await user.keyboard('{Enter}')
  await option(/百度搜索/)
})

test('a value that the reader may not see is shown by its id, and can be cleared', async () => {
  const { field, user } = await show('filter', ['77'])
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('#77'))
  await user.click(screen.getByRole('button', { name: '清除 渠道' }))
  expect(value()).toBe('')
})

test('several records are chosen, removed one by one and all at once', async () => {
  const { field, user } = await show('several', ['1'])
  await screen.findByRole('button', { name: '移除抖音信息流 (dyxxl)' })
  await user.click(field)
  await user.click(await option(/百度搜索/))
  expect(value()).toBe('1,2')
  expect((await option(/百度搜索/)).getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Backspace}')
  expect(value()).toBe('1')
  await user.click(screen.getByRole('button', { name: '移除抖音信息流 (dyxxl)' }))
  expect(value()).toBe('')
  await user.click(field)
  await user.click(await option(/抖音信息流/))
  await user.click(await option(/百度搜索/))
  await user.click(screen.getByRole('button', { name: '清除 渠道' }))
  expect(value()).toBe('')
})

test('Escape closes the list and leaves the typed text behind; the dialog around it does not see the key', async () => {
  const { field, user } = await show('filter', ['1'])
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('抖音信息流 (dyxxl)'))
  await user.click(field)
  expect(field.dataset.mantineStopPropagation).toBe('true')
  await user.type(field, 'x')
  await user.keyboard('{Escape}')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect((field as HTMLInputElement).value).toBe('抖音信息流 (dyxxl)')
})
