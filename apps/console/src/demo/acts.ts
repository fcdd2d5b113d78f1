import { machines } from '@kabao/contract/app/machines'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { codes } from '@kabao/contract/kernel/envelope'
import { fill, inLanguage } from '@kabao/contract/kernel/language'
import { actOf, isPossible, type Machine, type State } from '@kabao/contract/kernel/machine'
import { type Reader, Refused, say } from './respond.ts'
import type { Row } from './row.ts'
import { choicesOf } from './schema.ts'
import type { Table } from './table.ts'

/** An act on a row, found by its name. */
export interface RowAct {
  isPossible(row: Row): boolean
  /** Why the act is refused. */
  why(row: Row, reader: Reader): string
  perform(row: Row, input: object, reader: Reader): void
}

/**
 * The acts of an area: those of its machine, deletion, and without a machine the acts whose name leads to a state (`disable` to
 * `disabled`).
 */
export function actsOf(table: Table): (name: string) => RowAct | null {
  const machine = (machines as readonly Machine[]).find(({ name }) => name === table.area)
  const states = choicesOf(table.shape.status)
  const conflict = (_row: Row, { language }: Reader) => say('conflict', language)
  return (name) => {
    if (name === 'remove') {
      const own = table.special.remove
      return {
        isPossible: (row) => own?.isPossible(row) ?? true,
        why: conflict,
        perform: (row) => (own ? own.perform(row) : table.remove(row)),
      }
    }
    if (machine) return actOf(machine, name) ? actOfMachine(table, machine, name) : null
    const state = states.find((each) => each.startsWith(name))
    if (state === undefined) return null
    return {
      isPossible: ({ status }) => status !== state,
      why: conflict,
      perform: (row) => table.change(row, { status: state }),
    }
  }
}

function actOfMachine(table: Table, machine: Machine, name: string): RowAct {
  const { to: status } = actOf(machine, name)
  return {
    isPossible: (row) => isPossible(machine, name, String(row.status)),
    why: (row, { language }) =>
      fill(inLanguage(commonWords.tree.wrongState, language), {
        state: inLanguage((machine.states[String(row.status)] as State).words, language),
        act: inLanguage(actOf(machine, name).summary, language),
      }),
    perform: (row, input, { account }) =>
      table.change(row, { ...input, ...(account && table.special.act?.(name, account)), status }),
  }
}

/** Does an act on one row if its version matches. @returns the changed row */
export function actOnOne(
  table: Table,
  act: RowAct,
  id: unknown,
  { version, ...input }: { version?: number },
  reader: Reader,
): Row {
  const row = table.manageable(id, reader)
  if (version !== undefined) table.refuseStale(row, version, reader)
  if (!act.isPossible(row)) {
    const current = table.shown(row, reader)
    throw new Refused(codes.conflict, act.why(row, reader), { current })
  }
  act.perform(row, input, reader)
  return table.shown(row, reader)
}

/** Does an act on the rows whose state allows it. */
export function actOnSeveral(act: RowAct, rows: readonly Row[], reader: Reader) {
  const able = rows.filter((row) => act.isPossible(row))
  const skipped = rows
    .filter((row) => !able.includes(row))
    .map(({ id, status }) => ({ id, reason: 'wrongState', status }))
  for (const row of able) act.perform(row, {}, reader)
  return { done: able.length, removed: able.length, skipped }
}
