import { type SalesmanRow, salesman } from '@kabao/contract/salesman'
import { type GoOnLeave, type Leave, salesmanMachine } from '@kabao/contract/salesman-machine'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#db/client'
import { invalid, notFound } from '#http/problem'
import { sendJob } from '#jobs/send'
import { storedClock } from '#settings/business-clock'
import { beginHandOver, stopHandOver } from '../../crm/hand-over.ts'
import { handOverJob } from '../../crm/hand-over-job.ts'
import type { Change, Changing, Entity } from '../../machines/entity.ts'
import { findSalesmen, ofOwner, rowsOfSalesmen } from './queries.ts'
import { showRow } from './show.ts'

const filter = z.strictObject(salesman.page.body.shape).omit({ current: true, size: true, sort: true })

/** The rows of the state machine of salesmen. Who goes on leave or leaves hands his leads over. */
export const entity: Entity<typeof salesmanMachine, SalesmanRow, z.output<typeof filter>> = {
  machine: salesmanMachine,
  table: 'salesman',
  ofOwner,
  change(act, { asked }): Change {
    if (act === 'comeBack') return { columns: { leaveFrom: null } }
    if (act === 'leave') return { columns: { leaveFrom: null }, audit: { toId: (asked as Leave).toId } }
    const { deputyId } = asked as GoOnLeave
    return { columns: { leaveFrom: sql`now()`, deputyId }, audit: { deputyId } }
  },
  effects: {
    tables: ['clue_hand_over', 'sales_team', 'job'],
    async run(act, { db, ids, asked, adminId }) {
      for (const id of ids) {
        await stopHandOver(db, id)
        if (act === 'goOnLeave') {
          const { deputyId, reason } = asked as GoOnLeave
          await handOver(db, { fromId: id, toId: deputyId, reason, by: adminId }, 'deputyId')
        }
        if (act === 'leave') {
          const { toId, reason } = asked as Leave
          await sql`update sales_team set head_id = null where head_id = ${id}`.execute(db)
          await handOver(db, { fromId: id, toId, reason, by: adminId }, 'toId')
        }
      }
    },
  },
  async show(db, id, { owner }) {
    const [row] = await findSalesmen(db, await storedClock(db), [id], owner ?? null)
    if (!row) throw notFound()
    return showRow(row)
  },
  filter,
  rows: ({ owner }, given) => rowsOfSalesmen({ ...given, sort: 'createdAt' }, owner),
}

/** @param field where the other salesman was chosen @throws Problem there, or if he is not on duty */
async function handOver(
  db: Changing<typeof salesmanMachine>['db'],
  given: Parameters<typeof beginHandOver>[1],
  field: 'deputyId' | 'toId',
): Promise<void> {
  if (given.toId === given.fromId) throw invalid({ [field]: 'ownDeputy' })
  if (given.toId !== null && !(await exists(db, given.toId))) throw invalid({ [field]: 'noSuchColleague' })
  await beginHandOver(db, given)
  await sendJob(db, handOverJob, {})
}

async function exists(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from salesman where id = ${id} and status <> 'left'`.execute(db)
  return rows.length > 0
}
