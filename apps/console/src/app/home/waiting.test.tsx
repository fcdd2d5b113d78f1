import { home, mostWaiting, type WaitingItem } from '@kabao/contract/statistics/home'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { Waiting } from './waiting.tsx'

const show = () => {
  signIn()
  return renderAt('/', [{ path: '/', Component: Waiting }])
}

test('each count leads to the list with its filter; a count that may be higher is marked', async () => {
  const items: WaitingItem[] = [
    {
      kind: 'feedbackMine',
      count: 3,
      link: { name: 'UserFeedbackList', query: { status: 'processing', handledBy: '7' } },
    },
    { kind: 'exportsReady', count: mostWaiting, link: { name: 'ExportCenter', query: {} } },
  ]
  fakeServer().answer(home.waiting, () => items)
  await show()
  const mine = await screen.findByRole('link', { name: '3我处理中的反馈' })
  expect(mine.getAttribute('href')).toBe('/user/feedback-list?status=processing&handledBy=7')
  screen.getByRole('link', { name: '99+可下载的导出' })
})

test('if nothing waits, a note says so', async () => {
  fakeServer().answer(home.waiting, () => [])
  await show()
  await screen.findByText('没有待办事项。')
})
