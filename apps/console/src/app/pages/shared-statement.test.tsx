import { type Statement, statement } from '@kabao/contract/ledger/statement'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { KitProvider } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import SharedStatement from './shared-statement.tsx'

const sheet: Statement = {
  orgId: '3',
  orgCode: 'south',
  orgName: '华南信用卡中心',
  month: '2026-03',
  isOver: true,
  from: '2026-02-28T16:00:00.000Z',
  to: '2026-03-31T16:00:00.000Z',
  openingFen: 100000,
  closingFen: 95500,
  transfers: 1,
  kinds: [{ kind: 'charge', transfers: 1, fen: -4500 }],
  plans: [],
  days: [{ day: '2026-03-02', transfers: 1, fen: -4500, closingFen: 95500 }],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

/** The page outside the frame, as the routes show it. */
const open = (token: string) =>
  render(
    <KitProvider>
      <RouterProvider
        router={createMemoryRouter([{ path: '/shared/statement', Component: SharedStatement }], {
          initialEntries: [`/shared/statement#${token}`],
        })}
      />
    </KitProvider>,
  )

test('a link shows its statement without a session, asked for with the token of the address', async () => {
  const tokens: string[] = []
  server.answer(statement.open, ({ body }) => {
    tokens.push(body.token)
    return { statement: sheet, expiresAt: '2026-04-08T00:00:00.000Z' }
  })
  open('a'.repeat(43))
  await screen.findByText('¥1,000.00')
  expect(new Set(tokens)).toEqual(new Set(['a'.repeat(43)]))
})
