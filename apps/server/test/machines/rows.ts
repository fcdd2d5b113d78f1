import type { Endpoint } from '@kabao/contract'
import { areas } from '@kabao/contract/app/areas'
import { actOf, isPossible, type Machine } from '@kabao/contract/kernel/machine'
import { expect } from 'vitest'
import { serviceAct } from '#platform/machines/change'
import type { AnyEntity } from '#platform/machines/entity'
import type { RequestFn, TestApp } from '../harness.ts'
import { addressOf, sampleOf } from '../matrix/samples.ts'
import { createWorld, type World } from '../matrix/world.ts'

/** One row as the database holds it. */
export type Row = { id: string; status: string; version: number } & Record<string, unknown>

/** An endpoint of a machine's area by its key. */
export const callOfMachine = ({ name }: Machine, key: string): Endpoint =>
  (areas as unknown as Record<string, Record<string, Endpoint>>)[name]?.[key] as Endpoint

export async function rowOf({ pool }: TestApp, { table }: AnyEntity, id: string): Promise<Row> {
  const { rows } = await pool.query(
    `select to_jsonb(t) || jsonb_build_object('id', t.id::text) as row from ${snake(table)} t where id = $1`,
    [id],
  )
  return rows[0].row
}

export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Input that depends on the day, so the schema does not determine it. */
const inputOf: Record<string, object> = { 'salesman.goOnLeave': { lastOn: null } }
const bodyFor = (endpoint: Endpoint) =>
  ({ ...(sampleOf(endpoint).body as object), ...inputOf[endpoint.name] }) as { version: number }

/** Sends an act on one row, with the input that its schema requires. */
export function request(
  as: RequestFn,
  { machine }: AnyEntity,
  act: string,
  { id, version }: Row,
  english = false,
) {
  const endpoint = callOfMachine(machine, act)
  const body = { ...bodyFor(endpoint), version }
  return as('POST', addressOf(endpoint, { params: { id } }), body, english ? 'en-US' : 'zh-CN')
}

/** The input of an act on one row besides the version. */
export function askedBy({ machine }: AnyEntity, act: string): object {
  const { version: _version, ...asked } = bodyFor(callOfMachine(machine, act))
  return asked
}

/** By database, worlds of which each machine takes its row once, and how many each has taken. */
const worlds = new WeakMap<TestApp['pool'], { made: Promise<World>[]; taken: Map<Machine, number> }>()

/** A world whose row of this machine nobody has taken. */
function nextWorld(app: TestApp, machine: Machine): Promise<World> {
  const { made, taken } = worlds.get(app.pool) ?? { made: [], taken: new Map() }
  worlds.set(app.pool, { made, taken })
  const at = taken.get(machine) ?? 0
  taken.set(machine, at + 1)
  const world = made[at] ?? createWorld(app)
  made[at] = world
  return world
}

/** A row in a state, brought there from the state of a new row by the machine's own acts. */
export async function rowIn(
  app: TestApp,
  as: RequestFn,
  entity: AnyEntity,
  state: string,
): Promise<{ row: Row; world: World }> {
  const { machine } = entity
  const world = await nextWorld(app, machine)
  const id = world.idOf[machine.name] as string
  let row = await rowOf(app, entity, id)
  expect(row.status).toBe(machine.start)
  for (const act of wayTo(machine, state)) {
    if (act in machine.acts) await request(as, entity, act, row)
    else await app.db.transaction().execute((db) => serviceAct(db, entity, act, [id]))
    row = await rowOf(app, entity, id)
  }
  expect(row.status).toBe(state)
  return { row, world }
}

/** The shortest sequence of acts from the state of a new row to another state. */
export function wayTo(machine: Machine, state: string): string[] {
  const acts = [...Object.keys(machine.acts), ...Object.keys(machine.serviceActs)]
  const ways = new Map<string, string[]>([[machine.start, []]])
  for (const [from, way] of ways) {
    for (const act of acts.filter((name) => isPossible(machine, name, from))) {
      const { to } = actOf(machine, act)
      if (!ways.has(to)) ways.set(to, [...way, act])
    }
  }
  const way = ways.get(state)
  if (!way) throw new Error(`No act of ${machine.name} leads to ${state}`)
  return way
}
