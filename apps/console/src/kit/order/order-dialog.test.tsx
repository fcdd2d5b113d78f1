import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt, signIn } from '../../../test/render.tsx'
import OrderDialog, { type OrderRow } from './order-dialog.tsx'

const rowsOf = (letters: string): OrderRow[] => [...letters].map((name) => ({ id: name, name }))
const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

let answer: (isMoved: boolean) => void
let reread: (letters: string) => void
const onMove = vi.fn(
  () =>
    new Promise<boolean>((resolve) => {
      answer = resolve
    }),
)

function Page() {
  const [rows, setRows] = useState(() => rowsOf('甲乙丙'))
  reread = (letters) => act(() => setRows(rowsOf(letters)))
  return <OrderDialog rows={rows} onMove={onMove} onClose={() => undefined} />
}

/** The places of the rows, which the test's document does not lay out. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = [...document.querySelectorAll('li')].findIndex((row) => row === this || row.contains(this))
    return new DOMRect(0, Math.max(at, 0) * 40, 300, 40)
  })
})

async function moveUp(name: string) {
  signIn()
  const { user } = await renderAt('/', [{ path: '/', Component: Page }])
  const handle = await screen.findByRole('button', { name: `移动“${name}”` })
  handle.focus()
  await user.keyboard(' ')
  await screen.findByText(`已拿起“${name}”`, { exact: false })
  await waitFor(async () => {
    await user.keyboard('{ArrowUp}')
    await screen.findByText(/移到第 2 位/, undefined, { timeout: 500 })
  })
  await user.keyboard(' ')
  await waitFor(() => expect(shown()).toEqual(['甲', '丙', '乙']))
}

test('rows that were read before a move do not undo it while it is saved', async () => {
  await moveUp('丙')
  reread('甲乙丙')
  expect(shown()).toEqual(['甲', '丙', '乙'])
  await act(async () => answer(true))
  reread('丁甲丙乙')
  await waitFor(() => expect(shown()).toEqual(['丁', '甲', '丙', '乙']))
})

test('a move that is refused gives way to the newest rows', async () => {
  await moveUp('丙')
  reread('乙甲丙')
  expect(shown()).toEqual(['甲', '丙', '乙'])
  await act(async () => answer(false))
  await waitFor(() => expect(shown()).toEqual(['乙', '甲', '丙']))
})
