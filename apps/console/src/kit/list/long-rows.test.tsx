import { act, render, screen, waitFor } from '@testing-library/react'
import { Fragment, useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { LongRows } from './long-rows.tsx'

const late = vi.hoisted(() => ({ arrive: () => {}, isThere: false }))
// The part that knows the visible rows arrives when the test says so.
vi.mock('./virtual-rows.tsx', async (original) => {
  await new Promise<void>((resolve) => {
    late.arrive = resolve
  })
  const module = await original<typeof import('./virtual-rows.tsx')>()
  late.isThere = true
  return module
})

const count = 500
const height = 36
const all = Array.from({ length: count }, (_, index) => `row ${index}`)

function Table() {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller}>
      <table>
        <LongRows active={5} count={count} height={height} above={0} below={0} scroller={scroller} ref={null}>
          {(drawn) => (
            <tbody>
              {drawn.map(({ key, first, after }) => (
                <Fragment key={key}>
                  {all.slice(first, after).map((name) => (
                    <tr key={name} tabIndex={name === 'row 5' ? 0 : -1}>
                      <td>{name}</td>
                    </tr>
                  ))}
                </Fragment>
              ))}
            </tbody>
          )}
        </LongRows>
      </table>
    </div>
  )
}

test('the row with the focus keeps it when the part that knows the visible rows arrives late', async () => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  render(<Table />)
  const row = screen.getByText('row 5').closest('tr') as HTMLElement
  row.focus()
  expect(document.activeElement).toBe(row)
  const before = document.querySelectorAll('tr').length
  await waitFor(() => expect(late.arrive).toBeInstanceOf(Function))
  expect(late.isThere).toBe(false)
  await act(async () => late.arrive())
  await waitFor(() => expect(late.isThere).toBe(true))
  // Other rows are drawn than before, so the late part has told which are in sight.
  await waitFor(() => expect(document.querySelectorAll('tr').length).not.toBe(before))
  expect(row.isConnected).toBe(true)
  expect(document.activeElement).toBe(row)
  expect(screen.getByText('row 5').closest('tr')).toBe(row)
})
