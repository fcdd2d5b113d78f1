import { codes } from '@kabao/contract'
import type { BatchAnswer, BatchCount } from '@kabao/contract/kernel/batch-body'
import {
  type ActInput,
  type ActOf,
  type AllOf,
  type AsksOf,
  actNamesOf,
  actOf,
  allOf,
  isPossible,
  isReviewAct,
  type Machine,
  type SeveralOf,
  type State,
  type StateOf,
  severalOf,
} from '@kabao/contract/kernel/machine'
import type * as z from 'zod'
import { notFound, Problem, stale } from '../base/problem.ts'
import { acting, counting } from '../batches/request.ts'
import type { Caller } from '../callers/caller.ts'
import { ownerOf } from '../callers/scope.ts'
import type { Db } from '../db/client.ts'
import type { AuditEntry } from '../http/audit.ts'
import type { Services } from '../services.ts'
import { machineBatches } from './batches.ts'
import { changeRows, lockRows, type Met } from './change.ts'
import type { Entity } from './entity.ts'

interface Call {
  db: Db
  caller: Caller
  audit(entry: AuditEntry): void
}
type CallOnOne<M extends Machine> = Call & { params: { id: string }; body: { version: number } & ActInput<M> }
/** The input of one act. */
type ActCall<M extends Machine, A extends ActOf<M>> = Call & {
  params: { id: string }
  body: { version: number } & (M['acts'][A] extends { asks: z.ZodRawShape }
    ? z.output<z.ZodObject<AsksOf<M, A>>>
    : object)
}
type CallOnSeveral = Call & { body: { ids: string[] } }

/** How many rows were changed, and why the others were not. */
interface Done<M extends Machine> {
  done: number
  skipped: { id: string; reason: 'notFound' | 'wrongState'; status: StateOf<M> | null }[]
}

/** The handlers of the endpoints that `actsOf` of the contract declares. */
type MachineHandlers<M extends Machine, D, F> = {
  [A in ActOf<M>]: (call: ActCall<M, A>) => Promise<D>
} & {
  [A in SeveralOf<M> as `${A}Many`]: (call: CallOnSeveral) => Promise<Done<M>>
} & {
  [A in AllOf<M> as `${A}Count`]: (call: Parameters<ReturnType<typeof counting<F>>>[0]) => Promise<BatchCount>
} & {
  [A in AllOf<M> as `${A}Matching`]: (
    call: Parameters<ReturnType<typeof acting<F>>>[0],
  ) => Promise<BatchAnswer>
}

/** Handles every act of a machine: on one row, on several, and on all that match a filter. */
export function machineRoutes<M extends Machine, D, F>(
  services: Pick<Services, 'vault' | 'settings'>,
  entity: Entity<M, D, F>,
): MachineHandlers<M, D, F> {
  const { machine, table } = entity
  const { vault, settings } = services
  const lineOf = (audit: Call['audit'], lines: Awaited<ReturnType<typeof changeRows>>) => {
    for (const { id, before, after } of lines) audit({ target: { kind: table, id }, before, after })
  }

  /** An act on one row. Of two callers who saw the same version, the second is refused and gets the current row. */
  const one =
    (act: ActOf<M>) =>
    async ({ db, caller, audit, params: { id }, body: { version, ...asked } }: CallOnOne<M>) => {
      const owner = ownerOf(caller)
      const show = () => entity.show(db, id, { vault, settings, owner, adminId: caller.adminId })
      const [row] = await lockRows(db, entity, [id], owner)
      if (!row) throw notFound()
      if (row.version !== version) throw overtaken(machine, act, row, await show())
      if (!isPossible(machine, act, row.status)) throw wrongState(machine, act, row, await show())
      lineOf(audit, await changeRows(db, entity, act, [row], { asked, adminId: caller.adminId }))
      return show()
    }

  /** An act on several rows. Rows that allow it are changed together; for the others the reason is given. */
  const several =
    (act: ActOf<M>) =>
    async ({ db, caller, audit, body: { ids } }: CallOnSeveral): Promise<Done<M>> => {
      const found = await lockRows(db, entity, ids, ownerOf(caller))
      const able = found.filter(({ status }) => isPossible(machine, act, status))
      lineOf(audit, await changeRows(db, entity, act, able, { adminId: caller.adminId }))
      const done = new Set(able.map(({ id }) => id))
      const left = [...new Set(ids)].filter((id) => !done.has(id))
      const statuses = new Map(found.map(({ id, status }) => [id, status as StateOf<M>]))
      const skipped = left.map((id) => {
        const status = statuses.get(id) ?? null
        return { id, reason: status ? ('wrongState' as const) : ('notFound' as const), status }
      })
      return { done: able.length, skipped }
    }

  const batches = machineBatches(entity)
  const handlers = [
    ...actNamesOf(machine).map((act) => [act, one(act)]),
    ...severalOf(machine).map((act) => [`${act}Many`, several(act)]),
    ...allOf(machine).flatMap((act) => [
      [`${act}Count`, counting(services, batches[act])],
      [`${act}Matching`, acting(services, batches[act])],
    ]),
  ]
  return Object.fromEntries(handlers) as MachineHandlers<M, D, F> // entries lose which key has which value
}

/** The refusal of an act on a row that somebody else has changed; of a review, it says what became of the row. */
const overtaken = (machine: Machine, act: string, { status }: Met, current: unknown) =>
  isReviewAct(machine, act) && !isPossible(machine, act, status)
    ? new Problem(codes.conflict, 'alreadyReviewed', {
        current,
        texts: { state: (machine.states[status] as State).words },
      })
    : stale(current)

/** The refusal of an act that the state does not allow, with the current row. */
const wrongState = (machine: Machine, act: string, { status }: Met, current: unknown) =>
  new Problem(codes.conflict, 'wrongState', {
    current,
    texts: { state: (machine.states[status] as State).words, act: actOf(machine, act).summary },
  })
