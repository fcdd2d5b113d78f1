import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { runOnce } from '#test/run-jobs'
import { lowBalances, tellLowBalances } from './low-balance.ts'

const app = startApp()
let next = 0
const one = async (text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0]

interface Given {
  flow?: string
  status?: string
  alert?: number
  balance?: number
  held?: number
  salesman?: string | null
}
/** An enabled organization with 1,000.00 yuan, of which it is told below 500.00. */
const addOrg = async ({ flow, status, alert, balance, held, salesman }: Given = {}): Promise<string> => {
  const { id } = await one(
    `insert into org (code, name, flow, status, alert_fen, salesman_id) values ($1, $2, $3, $4, $5, $6) returning id`,
    `low${next}`,
    `机构 ${next++}`,
    flow ?? 'full',
    status ?? 'enabled',
    alert ?? 50_000,
    salesman ?? null,
  )
  await setAccount(id, balance ?? 100_000, held ?? 0)
  return id
}
const setAccount = (id: string, balance: number, held = 0) =>
  app.pool.query('update org_account set balance_fen = $2, held_fen = $3 where org_id = $1', [
    id,
    balance,
    held,
  ])
const run = () => tellLowBalances(app.db)
/** The messages about an organization, in the order of their recipients. */
const messagesOf = async (id: string) =>
  (
    await app.pool.query(
      `select admin_id as "adminId", kind, title, content, link from message
       where link->'query'->>'open' = $1 order by admin_id::bigint, id`,
      [id],
    )
  ).rows
const countOf = async (id: string) => (await messagesOf(id)).length

let editor: string

beforeAll(async () => {
  editor = (await app.as('org:update')).adminId
})

test('the available amount is below the alert: one message, also after many runs', async () => {
  const id = await addOrg({ balance: 120_000, held: 70_000 })
  await run()
  expect(await messagesOf(id)).toEqual([])
  await setAccount(id, 120_000, 70_001)
  for (let nth = 0; nth < 3; nth++) await run()
  expect(await messagesOf(id)).toEqual([
    {
      adminId: editor,
      kind: 'todo',
      title: [expect.stringContaining('余额不足'), expect.stringContaining('Low balance')],
      content: [expect.stringContaining('499.99'), expect.stringContaining('¥499.99')],
      link: { name: 'OrgList', query: { open: id } },
    },
  ])
  // It falls further.
  await setAccount(id, 70_001, 70_001)
  await run()
  expect(await countOf(id)).toBe(1)
})

test('after it was at the alert or above again, the next crossing is told again', async () => {
  const id = await addOrg({ balance: 10_000 })
  await run()
  await setAccount(id, 50_000)
  await run()
  expect(await countOf(id)).toBe(1)
  await setAccount(id, 49_999)
  await run()
  await run()
  expect(await countOf(id)).toBe(2)
})

test('a change of the alert counts like a change of the amount', async () => {
  const id = await addOrg({ balance: 10_000, alert: 0 })
  await run()
  expect(await countOf(id)).toBe(0)
  const alert = (fen: number) => app.pool.query('update org set alert_fen = $2 where id = $1', [id, fen])
  await alert(10_001)
  await run()
  await alert(0)
  await run()
  await alert(10_001)
  await run()
  expect(await countOf(id)).toBe(2)
})

test('only an enabled organization is told of; a pause and a new start are no crossing', async () => {
  const id = await addOrg({ balance: 0, status: 'paused' })
  const status = (to: string) => app.pool.query('update org set status = $2 where id = $1', [id, to])
  await run()
  expect(await countOf(id)).toBe(0)
  for (const to of ['enabled', 'paused', 'enabled', 'disabled', 'enabled']) {
    await status(to)
    await run()
  }
  expect(await countOf(id)).toBe(1)
})

describe('who is told', () => {
  test('who may edit the organizations of its list, and its salesman who may see them, each once', async () => {
    const salesman = (await app.as('orgUv:page')).adminId
    const both = (await app.as('orgUv:page', 'orgUv:update')).adminId
    await app.as('org:page', 'plan:update')
    const id = await addOrg({ flow: 'city', balance: 1, salesman })
    const other = await addOrg({ flow: 'uv', balance: 1, salesman: both })
    await run()
    const told = async (of: string) => (await messagesOf(of)).map(({ adminId }) => adminId)
    expect((await told(id)).toSorted()).toEqual([salesman, both].toSorted())
    expect(await told(other)).toEqual([both])
    expect(await messagesOf(id)).toMatchObject([{ link: { name: 'OrgUvList' } }, {}])
  })

  test('no salesman who may not see the list, or whose account is disabled', async () => {
    const blind = (await app.as('plan:page')).adminId
    const gone = (await app.as('org:page')).adminId
    await app.pool.query(`update admin set status = 'disabled' where id = $1`, [gone])
    for (const salesman of [blind, gone]) {
      const id = await addOrg({ balance: 1, salesman })
      await run()
      expect((await messagesOf(id)).map(({ adminId }) => adminId)).toEqual([editor])
    }
  })
})

test('two instances that look at once tell of each crossing once, also of the second', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => addOrg({ balance: 1 })))
  const few = { most: 7 }
  const race = () =>
    Promise.all([tellLowBalances(app.db, few), tellLowBalances(app.db, few), tellLowBalances(app.db, few)])
  const counts = () => Promise.all(ids.map(countOf))
  const told = (await race()).reduce((sum, { told }) => sum + told, 0)
  expect(told).toBe(30)
  expect(await counts()).toEqual(ids.map(() => 1))
  await Promise.all(ids.map((id) => setAccount(id, 60_000)))
  await race()
  await Promise.all(ids.map((id) => setAccount(id, 1)))
  await race()
  expect(await counts()).toEqual(ids.map(() => 2))
})

test('the job runs as the service, waits for no edit and no charge, and leaves an organization that is being deleted', async () => {
  const id = await addOrg({ balance: 1 })
  const deleted = await addOrg({ balance: 1 })
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    await client.query('update org set remark = $2 where id = $1', [id, 'edited'])
    await client.query('update org_account set balance_fen = 2 where org_id = $1', [id])
    await client.query('select from org where id = $1 for update', [deleted])
    expect(await runOnce(app, lowBalances)).toMatchObject({ told: 1 })
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await Promise.all([countOf(id), countOf(deleted)])).toEqual([1, 0])
  await app.pool.query('update org_account set balance_fen = 0 where org_id = $1', [id])
  await app.pool.query('delete from org where id = $1', [id])
  expect(await one('select count(*)::int as count from org_low_balance where org_id = $1', id)).toEqual({
    count: 0,
  })
})
