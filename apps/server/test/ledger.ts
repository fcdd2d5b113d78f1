import { randomUUID } from 'node:crypto'
import { book, type Ref, type Transfer } from '#ledger/book'
import { recharge } from '#ledger/bookings'
import type { Db } from '#platform/db/client'
import type { TestApp } from './harness.ts'

/** The business day of bookings in tests. */
export const businessDay = '2026-11-20'

/** A new organization; with an amount, one whose balance was recharged. @returns its id */
export async function addOrg(app: TestApp, balanceFen = 0): Promise<string> {
  const code = `t${randomUUID().slice(0, 8)}`
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into org (code, name, flow) values ($1, $1, 'full') returning id`,
    [code],
  )
  const orgId = rows[0]?.id as string
  if (balanceFen > 0)
    await inTransaction(app.db, (write) =>
      recharge(write, {
        orgId,
        way: 'bank',
        amountFen: balanceFen,
        ref: { kind: 'recharge', id: code },
        businessDay,
      }),
    )
  return orgId
}

/** A new channel. @returns its id */
export async function addChannel(app: TestApp): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into channel (code, name, flow) values ($1, $1, 'full') returning id`,
    [`t${randomUUID().slice(0, 8)}`],
  )
  return rows[0]?.id as string
}

export const inTransaction = <T>(db: Db, act: (write: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(act)

/** The amounts of an organization's account, in fen. */
export async function amountsOf(app: TestApp, orgId: string): Promise<{ balance: number; held: number }> {
  const { rows } = await app.pool.query(
    'select balance_fen::float8 as balance, held_fen::float8 as held from account where org_id = $1',
    [orgId],
  )
  return rows[0]
}

/** Books what a channel is owed for a result, as the gathered results are booked. */
export const bookCost = (
  write: Db,
  {
    channelId,
    amountFen,
    ref,
    businessDay: day,
  }: { channelId: string; amountFen: number; ref: Ref; businessDay: string },
): Promise<Transfer> =>
  book(write, { debit: 'channelCost', credit: { channelId }, amountFen, kind: 'cost', ref, businessDay: day })
