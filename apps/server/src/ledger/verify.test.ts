import { beforeAll, describe, expect, test } from 'vitest'
import { createDb } from '#platform/db/client'
import { startApp } from '#test/harness'
import { addChannel, addOrg, bookCost, businessDay, inTransaction } from '#test/ledger'
import { runOnce } from '#test/run-jobs'
import { adjust, recharge, reverse } from './bookings.ts'
import { chainStart, hashOf, transferText } from './chain.ts'
import { hold, post, refund } from './holds.ts'
import { type Fault, verifyLedger } from './verify.ts'
import { verifyJob } from './verify-job.ts'

const app = startApp()
let by = ''
let orgId = ''
let accountId = ''
/** Transfers of the account by number. */
let ids: Record<number, string> = {}

beforeAll(async () => {
  by = await app.createAdmin({ username: 'bookkeeper', password: 'ledger-Password-1' })
  const act = <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.db, run)
  orgId = await addOrg(app, 10_000)
  for (let nth = 1; nth <= 5; nth++) {
    const ref = { kind: 'push', id: `${nth}` }
    await act((write) => hold(write, { orgId, amountFen: 100 * nth, ref }))
    await act((write) => post(write, { ref, businessDay }))
  }
  await act((write) => refund(write, { ref: { kind: 'push', id: '3' }, amountFen: 300, businessDay }))
  const { id } = await act((write) =>
    adjust(write, { account: { orgId }, amountFen: -50, ref: { kind: 'task', id: 'a:1' }, businessDay, by }),
  )
  await act((write) => reverse(write, { id, businessDay, by }))
  await act((write) => hold(write, { orgId, amountFen: 70, ref: { kind: 'push', id: '9' } }))
  const channelId = await addChannel(app)
  await act((write) =>
    bookCost(write, { channelId, amountFen: 40, ref: { kind: 'push', id: '1' }, businessDay }),
  )
  const { rows } = await app.pool.query(
    'select t.id, t.number::int, t.account_id from transfer t join account a on a.id = t.account_id where a.org_id = $1',
    [orgId],
  )
  accountId = rows[0].account_id
  ids = Object.fromEntries(rows.map(({ number, id }) => [number, id]))
})

test('an untouched ledger has no faults', async () => {
  expect(await verifyLedger(createDb(app.servicePool))).toEqual({ transfers: 10, accounts: 2, faults: [] })
})

test('TypeScript hashes the same text as the database', async () => {
  const { rows } = await app.pool.query(
    'select t.*, transfer_text(t) as text from transfer t where account_id is not null order by account_id, number',
  )
  expect(rows).toHaveLength(10)
  for (const row of rows) {
    const link = {
      previousHash: row.previous_hash,
      accountId: row.account_id,
      number: Number(row.number),
      id: row.id,
      at: Date.parse(row.at),
      debitAccountId: row.debit_account_id,
      creditAccountId: row.credit_account_id,
      amountFen: Number(row.amount_fen),
      balanceAfterFen: Number(row.balance_after_fen),
      kind: row.kind,
      refKind: row.ref_kind,
      refId: row.ref_id,
      businessDay: row.business_day,
      byAdmin: row.by_admin,
      reversesId: row.reverses_id,
    }
    expect(transferText(link)).toBe(row.text)
    expect(hashOf(link)).toEqual(row.hash)
    if (row.number === '1') expect(row.previous_hash).toEqual(chainStart)
  }
})

/** Verifies after these statements, which run as the owner without triggers, and undoes them. */
async function faultsAfter(...statements: string[]): Promise<Fault[]> {
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    for (const statement of statements) await client.query(statement)
    const held = { query: client.query.bind(client), release: () => undefined }
    return (await verifyLedger(createDb({ connect: async () => held, end: async () => undefined } as never)))
      .faults
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Gives these transfers the hash of their fields, as somebody would who knows how it is made. */
const rehash = (where: string) =>
  `update transfer t set hash = sha256(convert_to(transfer_text(t), 'UTF8')) where ${where}`

describe('what was changed behind our back is named', () => {
  const fault = (
    kind: string,
    number: number | null,
    transferId: string | null = ids[number ?? 0] ?? null,
  ) => ({
    kind,
    accountId,
    number,
    transferId,
  })

  test.each([
    ['amount_fen = 1'],
    [`business_day = '2026-01-01'`],
    [`kind = 'adjust'`],
    [`ref_id = '77'`],
    ['by_admin = 1'],
    ['reverses_id = 1'],
    ['balance_after_fen = 1'],
    [`at = at + interval '1 hour'`],
    ['debit_account_id = credit_account_id, credit_account_id = debit_account_id'],
  ])('a changed transfer: %s', async (set) => {
    const faults = await faultsAfter(`update transfer set ${set} where id = ${ids[4]}`)
    expect(faults).toContainEqual(fault('changed', 4))
    expect(faults.filter(({ kind }) => kind === 'changed')).toHaveLength(1)
  })

  test('a changed transfer whose hash was made anew', async () => {
    const change = `update transfer set by_admin = 1 where id = ${ids[4]}`
    expect(await faultsAfter(change, rehash(`id = ${ids[4]}`))).toEqual([fault('changed', 4)])
  })

  test('the last one, with its hash made anew', async () => {
    const change = `update transfer set business_day = '2026-01-01' where id = ${ids[9]}`
    expect(await faultsAfter(change, rehash(`id = ${ids[9]}`))).toEqual([fault('changed', 9)])
  })

  test('a removed one in the middle, at the beginning and at the end', async () => {
    for (const number of [5, 1, 9]) {
      const faults = await faultsAfter(
        `delete from transfer where id = ${ids[number]}`,
        `delete from transfer_ref where transfer_id = ${ids[number]}`,
      )
      expect(faults).toEqual([fault('removed', number, null)])
    }
  })

  test('an inserted one: of a number that exists, beyond the last one, and without a number', async () => {
    const id = String(BigInt(ids[9] as string) + 1_000n)
    const inserted = (fields: object) => [
      `insert into transfer select (jsonb_populate_record(t, '${JSON.stringify({ id, ref_id: '99', ...fields })}')).*
       from transfer t where id = ${ids[4]}`,
      rehash(`id = ${id} and number is not null`),
      `insert into transfer_ref values ('charge', 'push', '99', ${id})`,
    ]
    expect(await faultsAfter(...inserted({}))).toEqual([fault('inserted', 4, id)])
    expect(await faultsAfter(...inserted({ number: 10 }))).toEqual([fault('inserted', 10, id)])
    const loose = { number: null, account_id: null, hash: null, previous_hash: null, balance_after_fen: null }
    expect(await faultsAfter(...inserted(loose))).toEqual([fault('inserted', null, id)])
  })

  test('a balance, an amount that is held, and a reference', async () => {
    expect(await faultsAfter(`update account set balance_fen = 99999 where id = ${accountId}`)).toEqual([
      fault('balance', null),
    ])
    expect(await faultsAfter(`update account set held_fen = 0 where id = ${accountId}`)).toEqual([
      fault('held', null),
    ])
    expect(await faultsAfter(`delete from transfer_ref where transfer_id = ${ids[2]}`)).toEqual([
      fault('reference', 2),
    ])
    const orphan = { kind: 'reference', accountId: null, number: null, transferId: '5' }
    expect(await faultsAfter(`insert into transfer_ref values ('charge', 'push', 'x', 5)`)).toEqual([orphan])
  })

  test('money on an account without transfers', async () => {
    const poor = await addOrg(app)
    const faults = await faultsAfter(`update account set balance_fen = 5 where org_id = ${poor}`)
    expect(faults.map(({ kind }) => kind)).toEqual(['balance'])
  })
})

test('the nightly job says nothing of a whole ledger, and tells who may see the jobs of one that is not', async () => {
  const { adminId } = await app.as('job:page')
  const told = async () =>
    (await app.pool.query('select kind, content from message where admin_id = $1', [adminId])).rows
  expect(await runOnce(app, verifyJob)).toEqual({ transfers: 10, accounts: 2, faults: 0 })
  expect(await told()).toEqual([])
  await app.pool.query(`update account set balance_fen = balance_fen + 1 where id = ${accountId}`)
  expect(await runOnce(app, verifyJob)).toMatchObject({ faults: 1 })
  expect(await told()).toEqual([
    { kind: 'todo', content: expect.arrayContaining([expect.stringContaining('1 fault:')]) },
  ])
  await app.pool.query(`update account set balance_fen = balance_fen - 1 where id = ${accountId}`)
})

test('the chain goes on after a check, and a balance above what one transfer can name is kept to the fen', async () => {
  const most = 9_000_000_000_000_000
  await inTransaction(app.db, (write) =>
    recharge(write, {
      orgId,
      way: 'bank',
      amountFen: most,
      ref: { kind: 'recharge', id: 'big' },
      businessDay,
    }),
  )
  expect((await verifyLedger(app.db)).faults).toEqual([])
})
