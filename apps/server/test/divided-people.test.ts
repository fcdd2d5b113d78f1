import { beforeAll, expect, test } from 'vitest'
import { timeIdAt } from '#platform/db/partitions'
import { grantRights, serviceRole } from '#platform/db/rights'
import { startApp } from './harness.ts'
import { newChannel, newPhone } from './open-caller.ts'
import { catalogOf } from './people/catalog.ts'
import { divided, untied } from './people/divide.ts'
import { divideForTests } from './people/divide-for-tests.ts'
import { gaps } from './people/exceptions.ts'

const app = startApp()
const stored = newPhone()
const phone = newPhone()

const names = async (text: string, ...values: unknown[]): Promise<string[]> =>
  (await app.pool.query<[string]>({ text, values, rowMode: 'array' })).rows.map(([name]) => name)

/** References, each by its table and its name. */
const references = () =>
  names(
    `select conrelid::regclass || ' ' || conname from pg_constraint where contype = 'f' and conparentid = 0`,
  )

/** Rows of a person, as they are stored. */
const rowsOf = (user: string) =>
  names(
    `select to_jsonb(u)::text from "user" u where id = $1 union all select to_jsonb(d)::text from due_step d where user_id = $1
     union all select to_jsonb(p)::text from push_record p where user_id = $1
     union all select to_jsonb(a)::text from push_attempt a where user_id = $1`,
    user,
  )

let before: string[]
let user: string
let rows: string[]
beforeAll(async () => {
  before = await references()
  const channel = await newChannel(app)
  user = (await channel.call('POST', '/user', { phone: stored })).body.data.id
  await app.pool.query(
    `with o as (insert into org (code, name, flow) values ('org1', 'org', 'full') returning id),
       p as (insert into plan (org_id, name, flow, price_fen, starts_on) select id, 'plan', 'full', 1, '2026-01-01' from o returning id, org_id),
       r as (insert into push_record (user_id, org_id, plan_id, flow) select $1, org_id, id, 'full' from p returning id)
     insert into push_attempt (user_id, push_id, number, stage) select $1, id, 1, 'submit' from r`,
    [user],
  )
  rows = await rowsOf(user)
  await divideForTests(app.pool, 8)
  await grantRights(app.db, serviceRole)
})

test('each table of people is divided in eight by its key, and so is each of its partitions by time', async () => {
  const { rows } = await app.pool.query<{ table: string; keys: string[]; parts: number }>(`
    select coalesce(top.inhparent, h.partrelid)::regclass::text as table, array_agg(distinct pg_get_partkeydef(h.partrelid)) as keys,
      array_agg(distinct (select count(*)::int from pg_inherits i where i.inhparent = h.partrelid)) as parts
    from pg_partitioned_table h left join pg_inherits top on top.inhrelid = h.partrelid where h.partstrat = 'h' group by 1`)
  expect(new Map(rows.map(({ table, ...division }) => [table.replaceAll('"', ''), division]))).toEqual(
    new Map([...divided].map(([table, key]) => [table, { keys: [`HASH (${key})`], parts: [8] }])),
  )
})

test('rows that were stored before are in the parts', async () => {
  expect(rows.length).toBeGreaterThanOrEqual(3)
  expect(await rowsOf(user)).toEqual(rows)
  expect(await names('select user_id from phone_owner where phone = $1', stored)).toEqual([user])
})

test('what is unique has the key, and what is referred to', async () => {
  const ofLeads = gaps.references.filter((name) => name.startsWith('lead_'))
  expect(await catalogOf(app.pool, 'unique')).toEqual(['lead_phone_key', 'lead_pkey'])
  expect(await catalogOf(app.pool, 'references')).toEqual(ofLeads)
  expect(await catalogOf(app.pool, 'identities')).toEqual(['lead.id'])
  expect(await catalogOf(app.pool, 'nullable')).toEqual(['lead'])
  const left = await references()
  expect(
    before
      .filter((name) => !left.includes(name))
      .map((name) => name.split(' ')[1])
      .toSorted(),
  ).toEqual(untied)
})

test('a phone that is somebody’s is answered as ever, and may be used again once the person is deleted', async () => {
  const [channel, other] = [await newChannel(app), await newChannel(app)]
  const { id } = (await channel.call('POST', '/user', { phone })).body.data
  expect((await channel.call('POST', '/user', { phone })).body.data).toEqual({ id, isNew: false })
  expect((await other.call('POST', '/user', { phone })).code).toBe('4090')
  const fresh = await app.pool.query(`insert into "user" (phone, flow) values ($1, 'full') returning id`, [
    newPhone(),
  ])
  await expect(
    app.pool.query('update "user" set phone = $1 where id = $2', [phone, fresh.rows[0].id]),
  ).rejects.toMatchObject({ code: '23505', constraint: 'user_phone_key' })

  const operator = await app.as('*')
  expect((await operator('DELETE', `/user/${id}`)).body.code).toBe('0000')
  expect((await other.call('POST', '/user', { phone })).body.data).toEqual({
    id: expect.any(String),
    isNew: true,
  })
})

test('of two transactions that insert one phone at once, one makes a person', async () => {
  const [first, second] = [await app.pool.connect(), await app.pool.connect()]
  const insert = [
    `insert into "user" (phone, flow) values ($1, 'full') on conflict do nothing returning id`,
    [newPhone()],
  ] as const
  await first.query('begin')
  expect((await first.query(insert[0], [...insert[1]])).rowCount).toBe(1)
  const waits = second.query(insert[0], [...insert[1]])
  await expect
    .poll(() =>
      names(
        `select wait_event_type from pg_stat_activity where pid = $1`,
        (second as { processID?: number }).processID,
      ),
    )
    .toEqual(['Lock'])
  await first.query('commit')
  expect((await waits).rowCount).toBe(0)
  for (const client of [first, second]) client.release()
})

test('a push of a person is read in one part', async () => {
  const plan = await names(
    `explain select status from push_record where user_id = 7 and id = ${timeIdAt(Date.now())}`,
  )
  expect(plan.join('\n').match(/ on \w+/g)).toEqual([
    expect.stringMatching(/^ on push_record_\d{4}_\d\d_[0-7]$/),
  ])
})

test('a partition that is made is divided as the one before it, and ids have the bits of the node', async () => {
  await app.pool.query(`select make_partitions('push_record')`)
  expect(
    await names(`select distinct (select count(*) from pg_inherits i where i.inhparent = format('part.%I', p.name)::regclass)::text
      from partitions_of('push_record') p`),
  ).toEqual(['8'])
  expect(await names(`select distinct (time_id() >> 18 & 15)::text from generate_series(1, 100)`)).toEqual([
    '5',
  ])
})
