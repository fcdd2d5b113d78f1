import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { ask, type Question } from './confirm.tsx'

const run = vi.fn(async () => null)
beforeEach(() => run.mockClear())

const Nothing = () => null

async function show(question: Partial<Question>) {
  const { user } = await renderAt('/', [{ path: '/', Component: Nothing }])
  const answer = ask({ title: '删除？', action: '删除', isDanger: true, run, ...question })
  const dialog = await screen.findByRole('alertdialog')
  const button = (name: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name })
  return { user, answer, dialog, button }
}

test('a dangerous question has the focus on cancel, so Enter does nothing', async () => {
  const { user, answer, button } = await show({})
  await waitFor(() => expect(document.activeElement).toBe(button('取消')))
  await user.keyboard('{Enter}')
  expect(await answer).toBe(false)
  expect(run).not.toHaveBeenCalled()
})

test('any other question is confirmed by Enter', async () => {
  const { user, answer, button } = await show({ isDanger: false })
  await waitFor(() => expect(document.activeElement).toBe(button('删除')))
  await user.keyboard('{Enter}')
  expect(await answer).toBe(true)
  expect(run).toHaveBeenCalledOnce()
})

test('what a question sends has one key until the question closes', async () => {
  const failing = vi.fn<(key: string) => Promise<null>>(() => Promise.reject(new Error('lost')))
  const { user, button, answer } = await show({ run: failing })
  for (const times of [1, 2]) {
    await user.click(button('删除'))
    await waitFor(() => expect(failing).toHaveBeenCalledTimes(times))
    await waitFor(() => expect(button('删除').dataset.loading).toBeUndefined())
  }
  await user.click(button('取消'))
  await answer
  const next = ask({ title: '再删除？', action: '删除', run: failing })
  const dialog = await screen.findByRole('alertdialog', { name: '再删除？' })
  await user.click(within(dialog).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(failing).toHaveBeenCalledTimes(3))
  const [first, second, third] = failing.mock.calls.map(([key]) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  await user.click(await within(dialog).findByRole('button', { name: '取消' }))
  await next
})

test('up to 20 rows can be deleted with one click', async () => {
  const { user, answer, button, dialog } = await show({ losesRows: 20 })
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  await user.click(button('删除'))
  expect(await answer).toBe(true)
})

test('more rows can be deleted only after their number was typed', async () => {
  const { user, answer, button, dialog } = await show({ losesRows: 19_917 })
  const input = within(dialog).getByRole('textbox', { name: '输入“19,917”以确认' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  await user.keyboard('{Enter}1991{Enter}')
  expect(button('删除').disabled).toBe(true)
  expect(run).not.toHaveBeenCalled()
  await user.keyboard('7{Enter}')
  expect(await answer).toBe(true)
  expect(run).toHaveBeenCalledOnce()
})

test('the data of one person can be deleted only after the name of the act was typed', async () => {
  const { user, answer, button, dialog } = await show({ losesPersonalData: true })
  await user.type(within(dialog).getByRole('textbox', { name: '输入“删除”以确认' }), '删除')
  await user.click(button('删除'))
  expect(await answer).toBe(true)
})

test('the data of several persons can be deleted only after their number was typed', async () => {
  const { user, answer, button, dialog } = await show({ losesPersonalData: true, losesRows: 3 })
  const input = within(dialog).getByRole('textbox', { name: '输入“3”以确认' })
  await user.type(input, '删除')
  expect(button('删除').disabled).toBe(true)
  await user.clear(input)
  // An input method may write full-width digits.
  await user.type(input, '３{Enter}')
  expect(await answer).toBe(true)
})
