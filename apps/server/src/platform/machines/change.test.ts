import { machine } from '@kabao/contract/kernel/machine'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { serviceAct } from './change.ts'
import type { Entity } from './entity.ts'

/** A test entity: something that burns until its time is over, when the service puts it out. */
const candle = machine({
  name: 'candle',
  states: {
    burning: { words: ['燃烧', 'Burning'], tone: 'active' },
    out: { words: ['熄灭', 'Out'], tone: 'over' },
  },
  start: 'burning',
  acts: {},
  serviceActs: { putOut: { from: ['burning'], to: 'out', summary: ['熄灭', 'Put out'] } },
})
const candles: Entity<typeof candle, null, unknown> = {
  machine: candle,
  table: 'candle',
  ofOwner: () => [],
  change: () => ({ columns: { note: 'burnt down' }, audit: { note: 'burnt down' } }),
  show: async () => null,
  filter: undefined as never,
  rows: () => undefined as never,
}

const app = startApp()
beforeAll(async () => {
  await app.pool.query(`create table candle (
    id bigint generated always as identity primary key, status text not null default 'burning', note text,
    version integer not null default 1, updated_by bigint, updated_at timestamptz(3) not null default now())`)
})
const light = async (): Promise<string> =>
  (await app.pool.query('insert into candle default values returning id')).rows[0].id
const putOut = (ids: string[]) => app.db.transaction().execute((db) => serviceAct(db, candles, 'putOut', ids))
const stateOf = async (id: string) =>
  (await app.pool.query('select status, note, version, updated_by from candle where id = $1', [id])).rows[0]
const linesOf = async (id: string) =>
  (
    await app.pool.query(
      `select admin_id, point, before, after, result from audit_log where target_kind = 'candle' and target_id = $1`,
      [id],
    )
  ).rows

test('an act of the service changes the rows that allow it, with an audit log entry that names no administrator', async () => {
  const [one, other] = [await light(), await light()]
  await app.pool.query(`update candle set status = 'out' where id = $1`, [other])
  expect(await putOut([one, other, '999999'])).toEqual([one])
  expect(await stateOf(one)).toEqual({ status: 'out', note: 'burnt down', version: 2, updated_by: null })
  expect(await stateOf(other)).toEqual({ status: 'out', note: null, version: 1, updated_by: null })
  expect(await linesOf(one)).toEqual([
    {
      admin_id: null,
      point: 'candle:putOut',
      before: { status: 'burning' },
      after: { status: 'out', note: 'burnt down' },
      result: 'done',
    },
  ])
  expect(await linesOf(other)).toEqual([])
})

test('ten concurrent jobs do an act once', async () => {
  const ids = [await light(), await light(), await light()]
  const done = await Promise.all(Array.from({ length: 10 }, () => putOut(ids)))
  expect(done.flat().toSorted()).toEqual(ids.toSorted())
  for (const id of ids) expect([await stateOf(id), await linesOf(id)]).toMatchObject([{ version: 2 }, [{}]])
})

test('if the caller’s transaction fails, neither the change nor its audit log entry is stored', async () => {
  const id = await light()
  const failing = app.db.transaction().execute(async (db) => {
    await serviceAct(db, candles, 'putOut', [id])
    throw new Error('and back')
  })
  await expect(failing).rejects.toThrow('and back')
  expect([await stateOf(id), await linesOf(id)]).toMatchObject([{ status: 'burning', version: 1 }, []])
})
