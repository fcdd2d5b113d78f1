import { expect, test } from 'vitest'
import type { OnTheWay } from '#test/batch-calls'
import { batchWorld } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)

interface Judged extends OnTheWay {
  level?: string | null
  known?: boolean
}
const store = async (people: readonly Judged[], waits = false) => {
  const judged = people.map((person) => ({ level: 'low', known: true, ...person }))
  const { rows } = await app.servicePool.query<{ user: string; outcome: string; claims: number }>(
    `select user_id as user, outcome, claims from store_screened($1::jsonb, 9, interval '1 minute', $2)`,
    [JSON.stringify(judged), waits],
  )
  return people.map(({ user }) => rows.find((row) => row.user === user) ?? null)
}
const stateOf = ({ user }: OnTheWay) =>
  world.one(
    `select u.risk_level as level, u.risk_checked_at is not null as "isChecked", d.kind, d.claims, d.push_id as push, d.state,
       d.due_at > now() as "isHeld", (select s.result || ' ' || s.ms from step_taken s where s.user_id = u.id and s.kind = 'screen') as line
     from "user" u left join due_step d on d.user_id = u.id where u.id = $1`,
    user,
  )
const ended = { kind: null, claims: null, push: null, state: null, isHeld: null }
const held = { push: null, state: {}, isHeld: true, claims: 2 }
const untouched = {
  level: null,
  isChecked: false,
  kind: 'screen',
  claims: 1,
  push: null,
  state: {},
  isHeld: true,
  line: null,
}

test('each level is stored with the line of the timeline, and the next step is that of the flow and the profile', async () => {
  const [low, high] = (await world.people(2, 'screen')) as [OnTheWay, OnTheWay]
  const [empty] = (await world.people(1, 'screen', { profiled_at: null, status: 'registered' })) as [OnTheWay]
  const [half] = (await world.people(1, 'screen', { flow: 'half', profiled_at: null })) as [OnTheWay]
  const [visitor] = (await world.people(1, 'screen', { flow: 'uv' })) as [OnTheWay]
  expect(
    await store([visitor, half, { ...high, level: 'high' }, low, { ...empty, level: 'medium' }]),
  ).toEqual([
    { user: visitor.user, outcome: 'ended', claims: 0 },
    { user: half.user, outcome: 'check', claims: 2 },
    { user: high.user, outcome: 'match', claims: 2 },
    { user: low.user, outcome: 'match', claims: 2 },
    { user: empty.user, outcome: 'ended', claims: 0 },
  ])
  expect(await stateOf(low)).toEqual({ ...held, level: 'low', isChecked: true, kind: 'match', line: 'low 9' })
  expect(await stateOf(high)).toEqual({
    ...held,
    level: 'high',
    isChecked: true,
    kind: 'match',
    line: 'high 9',
  })
  expect(await stateOf(half)).toEqual({
    ...held,
    level: 'low',
    isChecked: true,
    kind: 'check',
    line: 'low 9',
  })
  expect(await stateOf(empty)).toEqual({ ...ended, level: 'medium', isChecked: true, line: 'medium 9' })
  expect(await stateOf(visitor)).toEqual({ ...ended, level: 'low', isChecked: true, line: 'low 9' })
})

test('nobody on the blacklist goes on, nobody who is deleted, and nobody whose step belongs to somebody else', async () => {
  const [black, deleted, late, lost] = (await world.people(4, 'screen')) as [
    OnTheWay,
    OnTheWay,
    OnTheWay,
    OnTheWay,
  ]
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null, name = null where id = $1`,
    [deleted.user],
  )
  await app.pool.query('delete from due_step where user_id = $1', [lost.user])
  expect(
    await store([
      { ...black, level: null },
      { ...deleted, level: null, known: false },
      { ...late, claims: 0 },
      lost,
    ]),
  ).toEqual([
    { user: black.user, outcome: 'ended', claims: 0 },
    { user: deleted.user, outcome: 'ended', claims: 0 },
    null,
    null,
  ])
  expect(await stateOf(black)).toEqual({ ...ended, level: null, isChecked: false, line: 'blacklisted 9' })
  expect(await stateOf(deleted)).toMatchObject({ ...ended, level: null, line: null })
  expect(await stateOf(late)).toMatchObject({ kind: 'screen', claims: 1, line: null })
  expect(await stateOf(lost)).toMatchObject({ ...ended, line: null })
})

test('somebody who is deleted after the judgment ends without a level', async () => {
  const [person] = (await world.people(1, 'screen')) as [OnTheWay]
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null, name = null where id = $1`,
    [person.user],
  )
  expect(await store([person])).toEqual([{ user: person.user, outcome: 'ended', claims: 0 }])
  expect(await stateOf(person)).toMatchObject({ ...ended, level: null, isChecked: false })
})

test('whose row somebody changes at this moment is busy, and stays as before; alone, it is waited for', async () => {
  const [busy, free, black] = (await world.people(3, 'screen')) as [OnTheWay, OnTheWay, OnTheWay]
  const other = await app.pool.connect()
  try {
    await other.query('begin')
    await other.query(`update "user" set remark = 'x' where id = any($1)`, [[busy.user, black.user]])
    expect(await store([busy, free, { ...black, level: null }])).toEqual([
      { user: busy.user, outcome: 'busy', claims: 0 },
      { user: free.user, outcome: 'match', claims: 2 },
      { user: black.user, outcome: 'ended', claims: 0 },
    ])
    expect(await stateOf(busy)).toEqual(untouched)
    const waits = store([busy], true)
    await world.waiting(1)
    await other.query('commit')
    expect(await waits).toEqual([{ user: busy.user, outcome: 'match', claims: 2 }])
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await stateOf(busy)).toEqual({
    ...held,
    level: 'low',
    isChecked: true,
    kind: 'match',
    line: 'low 9',
  })
})
