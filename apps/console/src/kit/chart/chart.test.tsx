import { act, render, screen, waitFor } from '@testing-library/react'
import { Activity } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Chart } from './chart.tsx'

const drawn = vi.hoisted(() => ({
  start: vi.fn(),
  setOption: vi.fn(),
  setTheme: vi.fn(),
  resize: vi.fn(),
  dispose: vi.fn(),
  getOption: vi.fn(() => ({ dataZoom: [{ start: 20, end: 60, other: 1 }] })),
}))
// jsdom draws nothing; `e2e/chart.e2e.ts` tests the real engine in a browser.
vi.mock('./engine.ts', () => ({
  startEngine: (...all: unknown[]) => {
    drawn.start(...all)
    return drawn
  },
}))

/** Changes the size of the box. */
let resized = () => {}
beforeEach(() => {
  vi.clearAllMocks()
  HTMLCanvasElement.prototype.getContext = () => null
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(follow: () => void) {
        resized = follow
      }
      observe() {}
      disconnect() {
        resized = () => {}
      }
    },
  )
})

const bars = { series: [{ type: 'bar' as const, data: [1, 2] }] }

test('a chart is drawn once it is mounted, fills its box, and is removed with it', async () => {
  const { unmount } = render(<Chart label="每日注册" options={bars} />)
  const box = screen.getByRole('img', { name: '每日注册' })
  expect(box.style.width).toBe('100%')
  expect(box.style.height).toBe('100%')
  expect(drawn.start).not.toHaveBeenCalled()
  await waitFor(() => expect(drawn.setOption).toHaveBeenCalledWith(bars, { notMerge: true }))
  unmount()
  expect(drawn.dispose).toHaveBeenCalledOnce()
})

test('new options replace the old ones', async () => {
  const { rerender } = render(<Chart label="图" options={bars} />)
  await waitFor(() => expect(drawn.setOption).toHaveBeenCalledOnce())
  const lines = { series: [{ type: 'line' as const, data: [3] }] }
  rerender(<Chart label="图" options={lines} />)
  expect(drawn.setOption).toHaveBeenLastCalledWith(lines, { notMerge: true })
  expect(drawn.start).toHaveBeenCalledOnce()
})

test('a chart follows the size of its box, throttled; without autoResize it does not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  const { rerender } = render(<Chart label="图" options={bars} />)
  await waitFor(() => expect(drawn.setOption).toHaveBeenCalled())
  width.mockReturnValue(300)
  for (let at = 0; at < 5; at++) resized()
  vi.advanceTimersByTime(100)
  expect(drawn.resize).toHaveBeenCalledOnce()
  width.mockReturnValue(0)
  resized()
  vi.advanceTimersByTime(100)
  expect(drawn.resize).toHaveBeenCalledOnce()

  rerender(<Chart label="图" options={bars} autoResize={false} />)
  width.mockReturnValue(500)
  resized()
  vi.advanceTimersByTime(100)
  expect(drawn.resize).toHaveBeenCalledOnce()
})

test("another theme color changes the chart's colors", async () => {
  render(<Chart label="图" options={bars} />)
  await waitFor(() => expect(drawn.setOption).toHaveBeenCalled())
  document.body.style.setProperty('--color-series-1', 'rgb(245,63,63)')
  await waitFor(() => expect(drawn.setTheme).toHaveBeenCalledOnce())
  expect(drawn.setTheme.mock.calls[0]?.[0]).toMatchObject({
    color: expect.arrayContaining(['rgb(245,63,63)']),
  })
  document.body.removeAttribute('style')
})

test('a hidden page disposes of its chart and restores the zoom when it is shown again', async () => {
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Chart label="图" options={bars} />
    </Activity>
  )
  const { rerender } = render(page('visible'))
  await waitFor(() => expect(drawn.setOption).toHaveBeenCalled())
  await act(async () => rerender(page('hidden')))
  expect(drawn.dispose).toHaveBeenCalledOnce()
  await act(async () => rerender(page('visible')))
  expect(drawn.start).toHaveBeenCalledTimes(2)
  expect(drawn.setOption).toHaveBeenLastCalledWith({ dataZoom: [{ start: 20, end: 60 }] })
})
