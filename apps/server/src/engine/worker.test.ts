import { EventEmitter, once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { addStep, advanceStep, claimSteps, endStep, type Step } from './steps.ts'
import { type RunStep, startWorker } from './worker.ts'

const app = startApp()
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const limits = { concurrent: 8, leaseMs: 60_000, idleMs: 20 }

async function people(count: number): Promise<string[]> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into "user" (flow) select 'full' from generate_series(1, $1::int) returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}
const left = async () => (await app.pool.query('select count(*)::int as n from due_step')).rows[0].n
async function until(holds: () => Promise<boolean> | boolean, ms = 15_000) {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not happen in time')
    await new Promise((done) => setTimeout(done, 20))
  }
}
const screen = (userId: string) => ({ userId, kind: 'screen' as const })

beforeEach(() => app.pool.query('delete from due_step'))

test('a person who is on the way is not added again, and keeps the step', async () => {
  const [userId = ''] = await people(1)
  await addStep(app.db, [screen(userId)])
  const [step] = await claimSteps(app.db, { most: 1, leaseMs: 60_000 })
  await advanceStep(
    app.db,
    step as Step,
    { kind: 'match', pushId: null, state: { offers: 2 }, inMs: 60_000 },
    1,
  )
  await addStep(app.db, [screen(userId)])
  const { rows } = await app.pool.query('select kind, state from due_step')
  expect(rows).toEqual([{ kind: 'match', state: { offers: 2 } }])
})

test('a person who changes while being screened is screened again', async () => {
  const [userId = ''] = await people(1)
  await addStep(app.db, [screen(userId)])
  const [seenBefore] = await claimSteps(app.db, { most: 1, leaseMs: 60_000 })
  await addStep(app.db, [screen(userId)])
  expect(await endStep(app.db, seenBefore as Step)).toBe(false)
  const [again] = await claimSteps(app.db, { most: 1, leaseMs: 60_000 })
  expect(again).toMatchObject({ userId, kind: 'screen' })
})

test('a step that was claimed is not claimed again before its lease ends, and its first holder then has lost it', async () => {
  const [userId = ''] = await people(1)
  await addStep(app.db, [screen(userId)])
  const [first] = await claimSteps(app.db, { most: 5, leaseMs: 300 })
  expect(await claimSteps(app.db, { most: 5, leaseMs: 300 })).toEqual([])
  let second: Step[] = []
  await until(async () => {
    second = await claimSteps(app.db, { most: 5, leaseMs: 60_000 })
    return second.length > 0
  })
  const next = { kind: 'match' as const, pushId: null, state: {}, inMs: null }
  expect(await advanceStep(app.db, first as Step, next, 1_000)).toBeNull()
  expect(await endStep(app.db, first as Step)).toBe(false)
  expect(await endStep(app.db, second[0] as Step)).toBe(true)
})

test('a lease that has nearly all of its time left is kept, and one that has less begins anew', async () => {
  const [userId = ''] = await people(1)
  await addStep(app.db, [screen(userId)])
  const [claimed] = await claimSteps(app.db, { most: 1, leaseMs: 60_000 })
  const dueAt = async () => (await app.pool.query('select due_at from due_step')).rows[0].due_at
  const next = { kind: 'match' as const, pushId: null, state: {}, inMs: null }
  const claimedUntil = await dueAt()
  const fresh = await advanceStep(app.db, claimed as Step, next, 60_000)
  expect(await dueAt()).toEqual(claimedUntil)
  for (const due of [`now() + interval '50 seconds'`, `now() + interval '70 seconds'`, `'infinity'`]) {
    await app.pool.query(`update due_step set due_at = ${due}, claims = $1`, [fresh?.claims])
    await advanceStep(app.db, fresh as Step, next, 60_000)
    const { rows } = await app.pool.query(
      `select due_at between now() + interval '55 seconds' and now() + interval '60 seconds' as "isNew" from due_step`,
    )
    expect(rows).toEqual([{ isNew: true }])
  }
})

test('three instances do each of 300 steps once', async () => {
  const ids = await people(300)
  await addStep(app.db, ids.map(screen))
  const done: string[] = []
  const run: RunStep = async (step) => {
    done.push(`${step.kind} ${step.userId}`)
    if (step.kind === 'screen')
      return advanceStep(app.db, step, { kind: 'match', pushId: null, state: {}, inMs: null }, 60_000)
    await endStep(app.db, step)
    return null
  }
  const workers = [1, 2, 3].map(() => startWorker(app.db, run, quiet, limits))
  await until(async () => (await left()) === 0)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(done.toSorted()).toEqual(ids.flatMap((id) => [`screen ${id}`, `match ${id}`]).toSorted())
})

test('a stop waits for the steps under way, and what is not begun is due at once', async () => {
  const ids = await people(2)
  await addStep(app.db, ids.map(screen))
  let begun = 0
  const gate = new EventEmitter()
  const held = once(gate, 'open')
  const run: RunStep = async (step) => {
    begun++
    await held
    return advanceStep(app.db, step, { kind: 'match', pushId: null, state: {}, inMs: null }, 60_000)
  }
  const worker = startWorker(app.db, run, quiet, limits)
  await until(() => begun === 2)
  let isStopped = false
  const stopping = worker.stop().then(() => {
    isStopped = true
  })
  await new Promise((done) => setTimeout(done, 100))
  expect(isStopped).toBe(false)
  gate.emit('open')
  await stopping
  expect(begun).toBe(2)
  const due = await claimSteps(app.db, { most: 5, leaseMs: 1_000 })
  expect(due.map(({ kind }) => kind)).toEqual(['match', 'match'])
})

test('a step that fails comes due again, later each time, and holds up nobody else', async () => {
  const [bad = '', good = ''] = await people(2)
  await addStep(app.db, [bad, good].map(screen))
  const at: number[] = []
  const run: RunStep = async (step) => {
    if (step.userId === bad) at.push(performance.now())
    if (step.userId === bad && at.length < 3) throw new Error('it fails')
    await endStep(app.db, step)
    return null
  }
  const worker = startWorker(app.db, run, quiet, limits)
  await until(async () => (await left()) === 0)
  await worker.stop()
  expect(at).toHaveLength(3)
  expect((at[2] as number) - (at[1] as number)).toBeGreaterThan((at[1] as number) - (at[0] as number))
})

test('a step that went far before it failed comes due again as soon as one that just began', async () => {
  const [userId = ''] = await people(1)
  await addStep(app.db, [screen(userId)])
  await app.pool.query('update due_step set claims = 20')
  const stored: unknown[] = []
  let runs = 0
  const run: RunStep = async (step) => {
    stored.push((await app.pool.query('select state from due_step')).rows[0].state)
    runs++
    if (runs === 1 || runs === 2 || runs === 4) throw new Error('it fails')
    if (runs === 3) return advanceStep(app.db, step, { ...step, kind: 'match', inMs: null }, 60_000)
    await endStep(app.db, step)
    return null
  }
  const worker = startWorker(app.db, run, quiet, limits)
  await until(async () => (await left()) === 0)
  await worker.stop()
  // What is done begins the count anew.
  expect(stored).toEqual([{}, { failures: 1 }, { failures: 2 }, {}, { failures: 1 }])
})

test('an idle worker begins a step within its pause of 150 ms, give or take a busy machine', async () => {
  const run: RunStep = async (step) => {
    await endStep(app.db, step)
    return null
  }
  const worker = startWorker(app.db, run, quiet)
  const times: number[] = []
  for (const userId of await people(10)) {
    const began = performance.now()
    await addStep(app.db, [screen(userId)])
    await until(async () => (await left()) === 0)
    times.push(performance.now() - began)
  }
  await worker.stop()
  const median = times.toSorted((a, b) => a - b)[5] as number
  expect(median).toBeLessThan(400)
})
