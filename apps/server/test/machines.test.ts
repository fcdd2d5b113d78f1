import { fill } from '@kabao/contract'
import { machines } from '@kabao/contract/app/machines'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { actOf, allOf, isPossible, type Machine, severalOf, statesOf } from '@kabao/contract/kernel/machine'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { serviceAct } from '#platform/machines/change'
import { startApp } from './harness.ts'
import { findEntities } from './machines/entities.ts'
import { askedBy, callOfMachine, type Row, request, rowIn, rowOf, snake } from './machines/rows.ts'
import { changed, stateOf } from './matrix/database-state.ts'
import { addressOf } from './matrix/samples.ts'
import { callOf, giveTo } from './matrix/world.ts'
import { ofWords } from './of-words.ts'

/*
 * Tests every state machine of the contract by its table, so that a new machine needs no line here. It starts from a row of its
 * area in `matrix/world.ts`.
 */

vi.setConfig({ testTimeout: 120_000 })
const app = startApp()
const entities = await findEntities()
let admin: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  admin = await app.as('*')
})

test('every machine of the contract has its rows in an area', () => {
  expect(entities.map(({ machine }) => machine)).toEqual([...machines])
})

interface Line {
  point: string
  admin_id: string | null
  before: { status: string }
  after: { status: string }
}
const linesOf = async (table: string, { id }: Row): Promise<Line[]> => {
  const { rows } = await app.pool.query(
    `select point, admin_id, before, after from audit_log
     where target_kind = $1 and target_id = $2 and result = 'done' order by id`,
    [table, id],
  )
  return rows
}
const nowhere = '999999999999'

/** Tries an act in several states, and names each in which it does something else than the table says. */
async function eachOf<P extends { act: string; state?: string }>(
  pairs: P[],
  check: (pair: P) => Promise<void>,
) {
  const found: string[] = []
  for (const pair of pairs) {
    try {
      await check(pair)
    } catch (error) {
      found.push(`${[pair.act, pair.state].filter(Boolean).join(' of ')}: ${(error as Error).message}`)
    }
  }
  expect(found).toEqual([])
}

/** The tables that triggers fill with the sums of new transfers. */
const withTransfers = ['account_delta', 'channel_result_new']

describe.each(ofWords(entities.map((entity) => ({ name: entity.machine.name as string, entity }))))(
  '$name',
  ({ entity }) => {
    const { table } = entity
    const machine: Machine = entity.machine
    const states: string[] = statesOf(machine)
    const pairsOf = (acts: string[]) => acts.flatMap((act) => states.map((state) => ({ act, state })))
    const called = pairsOf(Object.keys(machine.acts))
    const own = pairsOf(Object.keys(machine.serviceActs))
    const possible = called.filter(({ act, state }) => isPossible(machine, act, state))
    const others = called.filter(({ act, state }) => !isPossible(machine, act, state))
    /** The session was just used, so no call of the test writes when. */
    const use = () =>
      app.pool.query('update session set last_seen_at = now() where admin_id = $1', [admin.adminId])
    const inState = async (state: string) => {
      await use()
      return rowIn(app, admin, entity, state)
    }
    const untouched = new Map<string, ReturnType<typeof inState>>()
    /** A row that refused calls share, because none of them changes it. */
    const untouchedIn = async (state: string) => {
      const made = untouched.get(state) ?? rowIn(app, admin, entity, state)
      untouched.set(state, made)
      await Promise.all([made, use()])
      return made
    }
    /** The columns that an act writes besides those that every act writes. */
    const columnsOf = async (act: string, { id }: Row) => {
      const of = { db: app.db, ids: [id], asked: askedBy(entity, act) as never, adminId: admin.adminId }
      return Object.keys((await entity.change?.(act, of))?.columns ?? {}).map(snake)
    }
    /** All rows of the table except one, and of every other table that keeps no counts of it. */
    const restOf = async ({ id }: Row) => {
      const state: Record<string, number> = { ...(await stateOf(app.pool)) }
      const { [snake(table)]: _own, [`${snake(table)}_count`]: _counts, ...rest } = state
      const { rows } = await app.pool.query(
        `select md5(string_agg(t::text, '' order by id)) as rows from ${snake(table)} t where id <> $1`,
        [id],
      )
      const tables = entity.effects?.tables ?? []
      for (const other of tables) delete rest[other]
      if (tables.includes('transfer')) for (const other of withTransfers) delete rest[other]
      // What happens is a fact of the statistics, whoever makes it.
      for (const other of ['fact', 'fact_delta']) delete rest[other]
      return { ...rest, others: rows[0].rows }
    }

    test('the database takes exactly the states of the table', async () => {
      const { rows } = await app.pool.query(
        'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
        [`${snake(table)}_status_check`],
      )
      const taken = [...rows[0].text.matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
      expect(taken.toSorted()).toEqual(states.toSorted())
    })

    test('an act changes what the table says, and nothing else; with an old version it is refused with the new one', () =>
      eachOf(possible, async ({ act, state }) => {
        const { row: outdated } = await inState(state)
        await app.pool.query(`update ${snake(table)} set version = version + 1 where id = $1`, [outdated.id])
        const row = await rowOf(app, entity, outdated.id)
        const untouched = await stateOf(app.pool)
        const refused = await request(admin, entity, act, outdated)
        const current = { id: row.id, status: state, version: row.version }
        expect([refused.body.code, refused.body.data.current]).toMatchObject(['4090', current])
        expect(changed(untouched, await stateOf(app.pool))).toEqual([])
        const before = await restOf(row)
        const lines = await linesOf(table, row)
        const columns = ['status', 'version', 'updated_at', 'updated_by', ...(await columnsOf(act, row))]
        const { body } = await request(admin, entity, act, row)
        const { to } = actOf(machine, act)
        const is = { status: to, version: row.version + 1 }
        expect(body).toMatchObject({ code: '0000', data: { id: row.id, ...is } })
        const after = await rowOf(app, entity, row.id)
        expect(after).toMatchObject({ ...is, updated_by: Number(admin.adminId) })
        const differing = Object.keys(after).filter((name) => String(after[name]) !== String(row[name]))
        expect(differing.filter((name) => !columns.includes(name))).toEqual([])
        expect(await restOf(row)).toEqual(before)
        const written = (await linesOf(table, row)).slice(lines.length)
        expect(written).toMatchObject([
          {
            point: callOfMachine(machine, act).point,
            admin_id: admin.adminId,
            before: { status: state },
            after: { status: to },
          },
        ])
      }))

    test('every other act is refused, and changes nothing', () =>
      eachOf(others, async ({ act, state }) => {
        const { row } = await untouchedIn(state)
        const before = await stateOf(app.pool)
        for (const language of [0, 1] as const) {
          const { body } = await request(admin, entity, act, row, language === 1)
          const { id, version } = row
          expect([body.code, body.data.current]).toMatchObject(['4090', { id, status: state, version }])
          const words = machine.states[state]?.words[language] as string
          expect(body.desc).toBe(
            fill(commonWords.tree.wrongState[language], {
              state: words,
              act: actOf(machine, act).summary[language],
            }),
          )
        }
        expect(changed(before, await stateOf(app.pool))).toEqual([])
      }))

    // All acts are done by the same code.
    test('an act by twenty callers at once is done by one', () =>
      eachOf(possible.slice(0, 1), async ({ act, state }) => {
        const { row } = await inState(state)
        const before = (await linesOf(table, row)).length
        const point = callOfMachine(machine, act).point as string
        const asks = await Promise.all(Array.from({ length: 20 }, () => app.as(point)))
        const answers = await Promise.all(asks.map((each) => request(each, entity, act, row)))
        const codes = answers.map(({ body }) => body.code).toSorted()
        expect(codes).toEqual(['0000', ...Array.from({ length: 19 }, () => '4090')])
        const is = { status: actOf(machine, act).to, version: row.version + 1 }
        for (const { body } of answers) expect(body.data.current ?? body.data).toMatchObject(is)
        expect(await rowOf(app, entity, row.id)).toMatchObject(is)
        expect(await linesOf(table, row)).toHaveLength(before + 1)
      }))

    test('an act of several is done to those that allow it; of the others it is said why not', () =>
      eachOf(
        severalOf(machine).map((act) => ({ act: act as string })),
        async ({ act }) => {
          const rows = await Promise.all(states.map(async (state) => (await inState(state)).row))
          const able = rows.filter(({ status }) => isPossible(machine, act, status))
          const left = rows.filter((row) => !able.includes(row))
          const ids = [...rows.map(({ id }) => id), nowhere, (rows[0] as Row).id]
          const lines = new Map(
            await Promise.all(rows.map(async (row) => [row, (await linesOf(table, row)).length] as const)),
          )
          const endpoint = callOfMachine(machine, `${act}Many`)
          const { body } = await admin('POST', endpoint.path, { ids })
          expect(body).toMatchObject({
            code: '0000',
            data: {
              done: able.length,
              skipped: [
                ...left.map(({ id, status }) => ({ id, reason: 'wrongState', status })),
                { id: nowhere, reason: 'notFound', status: null },
              ],
            },
          })
          for (const row of left) expect(await rowOf(app, entity, row.id)).toEqual(row)
          for (const row of able) {
            const is = { status: actOf(machine, act).to, version: row.version + 1 }
            expect(await rowOf(app, entity, row.id)).toMatchObject(is)
          }
          for (const row of rows) {
            const written = (await linesOf(table, row)).slice(lines.get(row))
            const line = { point: endpoint.point, before: { status: row.status } }
            expect(written).toMatchObject(able.includes(row) ? [line] : [])
          }
        },
      ))

    test('an act of all that match is done to those that allow it, and then to no more', () =>
      eachOf(
        allOf(machine).map((act) => ({ act: act as string })),
        async ({ act }) => {
          const from = actOf(machine, act).from[0] as string
          const { row, world } = await inState(from)
          const counting = callOfMachine(machine, `${act}Count`)
          const asked = callOf(counting, world).body as { filter: object }
          const { count, mark } = (await admin('POST', counting.path, asked)).body.data
          expect(count).toBeGreaterThan(0)
          const acting = callOfMachine(machine, `${act}Matching`)
          const { body } = await admin('POST', acting.path, { ...asked, count, mark })
          expect(body.data).toEqual({ done: count, batch: null })
          const is = { status: actOf(machine, act).to, version: row.version + 1 }
          expect(await rowOf(app, entity, row.id)).toMatchObject(is)
          expect((await linesOf(table, row)).at(-1)).toMatchObject({
            point: acting.point,
            before: { status: from },
          })
          expect((await admin('POST', counting.path, asked)).body.data.count).toBe(0)
        },
      ))

    /** Each act in the first state that allows it: the state does not matter to whom a row belongs. */
    const owned = possible.filter(
      ({ act }, index) =>
        callOfMachine(machine, act).owned && possible.findIndex((each) => each.act === act) === index,
    )
    test('an act is there for the owner alone, where somebody meets his own rows only', () =>
      eachOf(owned, async ({ act, state }) => {
        const { row, world } = await inState(state)
        const endpoint = callOfMachine(machine, act)
        const scoped = await app.as(endpoint.point as string)
        await app.pool.query(
          `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
          [scoped.adminId],
        )
        const before = await stateOf(app.pool)
        expect((await request(scoped, entity, act, row)).body.code).toBe('4040')
        if (machine.acts[act]?.several) {
          const path = addressOf(callOfMachine(machine, `${act}Many`), { params: {} })
          const { data } = (await scoped('POST', path, { ids: [row.id] })).body
          expect(data).toEqual({ done: 0, skipped: [{ id: row.id, reason: 'notFound', status: null }] })
        }
        expect(changed(before, await stateOf(app.pool))).toEqual([])
        await giveTo(scoped.adminId, app, world)
        expect((await request(scoped, entity, act, row)).body.code).toBe('0000')
      }))

    test('an act by the service itself is done where the table says so', () =>
      eachOf(own, async ({ act, state }) => {
        const { row } = await (isPossible(machine, act, state) ? inState(state) : untouchedIn(state))
        const before = await linesOf(table, row)
        const done = await app.db
          .transaction()
          .execute((db) => serviceAct(db, entity, act, [row.id, nowhere]))
        const after = await rowOf(app, entity, row.id)
        const written = (await linesOf(table, row)).slice(before.length)
        if (!isPossible(machine, act, state)) {
          expect([done, after, written]).toEqual([[], row, []])
          return
        }
        expect([done, after]).toMatchObject([
          [row.id],
          { status: actOf(machine, act).to, version: row.version + 1 },
        ])
        expect(written).toMatchObject([
          { point: `${machine.name}:${act}`, admin_id: null, before: { status: state } },
        ])
      }))
  },
)
