import type { BatchActName } from '@kabao/contract/kernel/batch-body'
import { type AllOf, actOf, allOf, type Machine } from '@kabao/contract/kernel/machine'
import { sql } from 'kysely'
import type { BatchAct } from '../batches/act.ts'
import { changeRows, lockRows } from './change.ts'
import type { Entity } from './entity.ts'

/** The acts of a state machine that can be done to all rows that match a filter, by name. */
export function machineBatches<M extends Machine, D, F>(
  entity: Entity<M, D, F>,
): Record<AllOf<M>, BatchAct<F>> {
  const { machine, table, filter, rows } = entity
  const batches = allOf(machine).map((name): [AllOf<M>, BatchAct<F>] => [
    name,
    {
      name: `${machine.name}.${name}` as BatchActName,
      point: pointOf(machine, name),
      targetKind: table,
      filter,
      rows: (context, filter) => rows(context, filter, name),
      able: sql`t.status in (${sql.join(actOf(machine, name).from.map((state) => sql.lit(state)))})`,
      apply: async (db, ids, { adminId, owner }) =>
        changeRows(db, entity, name, await lockRows(db, entity, ids, owner), { adminId }),
    },
  ])
  return Object.fromEntries(batches) as Record<AllOf<M>, BatchAct<F>>
}

const pointOf = ({ name, acts }: Machine, act: string) => `${name}:${acts[act]?.point ?? act}`
