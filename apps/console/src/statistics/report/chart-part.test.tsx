import {
  channelListProfit,
  reportChannelListProfit,
} from '@kabao/contract/statistics/report/channel-list-profit'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { observeAs } from '#test/in-sight.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { ChartPart } from './chart-part.tsx'
import { plot } from './plot.ts'
import type { Asked } from './report-kind.ts'

const engine = vi.hoisted(() => ({
  setOption: vi.fn(),
  setTheme: vi.fn(),
  resize: vi.fn(),
  dispose: vi.fn(),
  getOption: vi.fn(() => ({})),
}))
// jsdom draws nothing.
vi.mock('#kit/chart/engine.ts', () => ({ startEngine: () => engine }))

const days = { from: '2026-03-01', to: '2026-03-03' }
const asked = { ...days, grain: 'day', way: 'day', compare: 'none', by: 'both' } as Asked

async function show(isInSight: boolean) {
  HTMLCanvasElement.prototype.getContext = () => null
  observeAs(isInSight)
  const server = fakeServer()
  server.answer(reportChannelListProfit.chart, ({ body }) => ({
    days,
    before: null,
    upTo: null,
    figure: body.figure ?? 'profit',
    beforeValues: null,
    periods: ['2026-03-01', '2026-03-02', '2026-03-03'],
    series: [
      { id: '3', name: '华南直投', values: [100, 200, 300] },
      { id: null, name: null, values: [1, null, 3] },
    ],
  }))
  signIn('reportChannelListProfit:page')
  const onRange = vi.fn()
  const element = (
    <ChartPart
      report={channelListProfit}
      calls={reportChannelListProfit}
      asked={asked}
      isDue
      onRange={onRange}
    />
  )
  const view = await renderAt('/', [{ path: '/', element }])
  return { ...view, server, onRange }
}

test('a chart out of sight is neither asked for nor drawn', async () => {
  const { server } = await show(false)
  await screen.findByRole('combobox', { name: '图表指标' })
  expect(server.calls(reportChannelListProfit.chart)).toEqual([])
})

test('a click on the name of a series hides it, and another shows it', async () => {
  const { user } = await show(true)
  const name = await screen.findByRole('button', { name: '华南直投' })
  const selected = () => {
    const [options] = engine.setOption.mock.lastCall ?? []
    return (options as { legend?: { selected: object } } | undefined)?.legend?.selected
  }
  await waitFor(() => expect(selected()).toEqual({ 华南直投: true, 其他: true }))
  await user.click(name)
  expect(name.getAttribute('aria-pressed')).toBe('false')
  await waitFor(() => expect(selected()).toEqual({ 华南直投: false, 其他: true }))
  await user.click(name)
  await waitFor(() => expect(selected()).toEqual({ 华南直投: true, 其他: true }))
})

test('dragging over the chart chooses its days', async () => {
  const { onRange } = await show(true)
  const brush = (await screen.findByRole('img')).parentElement as HTMLElement
  const width = plot.left + plot.right + 100
  brush.getBoundingClientRect = () => ({ left: 0, width }) as DOMRect
  brush.setPointerCapture = () => {}
  const at = (x: number) => ({ clientX: plot.left + x, button: 0, pointerType: 'mouse', pointerId: 1 })
  fireEvent.pointerDown(brush, at(45))
  fireEvent.pointerMove(brush, at(98))
  fireEvent.pointerUp(brush, at(98))
  expect(onRange).toHaveBeenCalledExactlyOnceWith({ from: '2026-03-02', to: '2026-03-03' })
})

test('another figure is asked for, and kept in the address', async () => {
  const { server, router, user } = await show(true)
  await screen.findByRole('button', { name: '华南直投' })
  await user.click(screen.getByRole('combobox', { name: '图表指标' }))
  await user.click(await screen.findByRole('option', { name: '注册' }))
  await waitFor(() =>
    expect(server.calls(reportChannelListProfit.chart).at(-1)?.body.figure).toBe('registrations'),
  )
  expect(router.state.location.search).toBe('?figure=registrations')
})
