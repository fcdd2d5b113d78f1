import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { useGuard } from '../index.ts'
import { loadChunk } from './chunk.ts'

// Loads the lazy part before the tests: on a slow machine it would otherwise seem to be missing.
beforeAll(() => import('../form/confirm-dialog.tsx'), 30_000)

const reload = vi.fn()
beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
})

/** A form, and a button that opens a part which the server no longer has. */
function Part() {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState('')
  useGuard(text !== '')
  const open = () =>
    loadChunk(
      () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
      reload,
    ).catch(() => setOutcome('没有打开'))
  return (
    <>
      <input aria-label="原因" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => void open()}>
        打开
      </button>
      <p>{outcome}</p>
    </>
  )
}
const show = () => renderAt('/', [{ path: '/', Component: Part }])

test('without unsaved changes, a part of an old build reloads the console at once, and only once', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: '打开' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(await screen.findByText('没有打开')).toBeTruthy()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('with unsaved changes it asks first, and typed text stays if the reader goes back', async () => {
  const { user } = await show()
  await user.type(screen.getByLabelText('原因'), '还没有保存')
  await user.click(screen.getByRole('button', { name: '打开' }))
  await screen.findByText('控制台有新版本')
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '先返回' }))
  expect(await screen.findByText('没有打开')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('原因').value).toBe('还没有保存')

  await user.click(screen.getByRole('button', { name: '打开' }))
  await user.click(await screen.findByRole('button', { name: '重新加载' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
