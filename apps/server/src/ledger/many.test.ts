import { beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '#platform/db/client'
import { startApp } from '#test/harness'
import { addOrg, amountsOf, businessDay, inTransaction } from '#test/ledger'
import { hold, post, type Ref } from './holds.ts'
import { holdMany, postMany } from './many.ts'
import { verifyLedger } from './verify.ts'

const app = startApp()
let service: Db
beforeAll(() => {
  service = createDb(app.servicePool)
})

let next = 1
const newRef = (): Ref => ({ kind: 'login', id: `many-${next++}` })
const act = <T>(run: (write: Db) => Promise<T>) => inTransaction(service, run)
const all = null

test('each of several is held or refused by itself, and answered in its place', async () => {
  const [rich, poor] = [await addOrg(app, 1000), await addOrg(app, 100)]
  const [known, again, above] = [newRef(), newRef(), newRef()]
  await act((write) => hold(write, { orgId: rich, amountFen: 50, ref: known }))
  const outcomes = await act((write) =>
    holdMany(write, [
      { orgId: rich, amountFen: 400, ref: again },
      { orgId: poor, amountFen: 101, ref: newRef() },
      { orgId: rich, amountFen: 51, ref: known },
      { orgId: poor, amountFen: 100, ref: newRef() },
      { orgId: rich, amountFen: 400, ref: again },
      { orgId: rich, amountFen: 551, ref: above },
      { orgId: rich, amountFen: 551, ref: above },
      { orgId: rich, amountFen: 550, ref: newRef() },
    ]),
  )
  expect(outcomes).toEqual([
    'held',
    'insufficient',
    'other',
    'held',
    'held',
    'insufficient',
    'insufficient',
    'held',
  ])
  expect(await amountsOf(app, rich)).toEqual({ balance: 1000, held: 1000 })
  expect(await amountsOf(app, poor)).toEqual({ balance: 100, held: 100 })
})

test('each of several is charged or refused by itself, and answered in its place', async () => {
  const orgId = await addOrg(app, 1000)
  const [one, two, never] = [newRef(), newRef(), newRef()]
  await act((write) =>
    holdMany(write, [
      { orgId, amountFen: 300, ref: one },
      { orgId, amountFen: 200, ref: two },
    ]),
  )
  const posts = [
    { ref: never, amountFen: all },
    { ref: two, amountFen: 201 },
    { ref: one, amountFen: 250 },
    { ref: one, amountFen: 250 },
    { ref: one, amountFen: 300 },
    { ref: two, amountFen: all },
  ]
  expect(await act((write) => postMany(write, { posts, businessDay }))).toEqual([
    ...['notHeld', 'aboveHold', 'booked', 'known', 'other', 'booked'],
  ])
  expect(await amountsOf(app, orgId)).toEqual({ balance: 550, held: 0 })
})

test('nothing of several is left if the transaction is undone', async () => {
  const orgId = await addOrg(app, 1000)
  const fails = act(async (write) => {
    await holdMany(write, [{ orgId, amountFen: 300, ref: newRef() }])
    throw new Error('undone')
  })
  await expect(fails).rejects.toThrow('undone')
  expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 0 })
})

test('none of several is no statement, and an amount that is not whole is refused', async () => {
  expect(await holdMany(service, [])).toEqual([])
  expect(await postMany(service, { posts: [], businessDay })).toEqual([])
  const half = { orgId: '1', amountFen: 0.5, ref: newRef() }
  await expect(holdMany(service, [half])).rejects.toThrow(RangeError)
})

test('several at once, in opposite orders and beside single ones, wait for each other but never for ever', async () => {
  const orgs = [await addOrg(app, 100_000), await addOrg(app, 100_000), await addOrg(app, 100_000)]
  const refs = Array.from({ length: 30 }, newRef)
  const holdings = refs.map((ref, nth) => ({ orgId: orgs[nth % 3] as string, amountFen: 7, ref }))
  const posts = refs.map((ref) => ({ ref, amountFen: all }))
  const single = async (nth: number) => {
    const { ref } = holdings[nth] as (typeof holdings)[number]
    await act((write) => hold(write, holdings[nth] as (typeof holdings)[number]))
    await act((write) => post(write, { ref, businessDay }))
  }
  const many = async (inOrder: <T>(of: readonly T[]) => T[]) => {
    await act((write) => holdMany(write, inOrder(holdings)))
    await act((write) => postMany(write, { posts: inOrder(posts), businessDay }))
  }
  await Promise.all([
    ...[
      many((of) => [...of]),
      many((of) => of.toReversed()),
      many((of) => [...of]),
      many((of) => of.toReversed()),
    ],
    ...refs.map((_, nth) => single(nth)),
  ])
  for (const orgId of orgs) expect(await amountsOf(app, orgId)).toEqual({ balance: 100_000 - 70, held: 0 })
  expect((await verifyLedger(app.db)).faults).toEqual([])
})
