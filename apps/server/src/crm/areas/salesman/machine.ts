import { type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { type GoOnLeave, type Leave, salesmanMachine } from '@kabao/contract/crm/salesman-machine'
import { sql } from 'kysely'
import * as z from 'zod'
import { invalid, notFound } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { sendJob } from '#platform/jobs/send'
import type { Change, Changing, Entity } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
import { beginHandOver, stopHandOver } from '../../hand-over.ts'
import { handOverJob } from '../../hand-over-job.ts'
import { isOnDuty } from '../../held-counters.ts'
import { addBegunLeave, dropPlannedLeaves, endLeave } from './leave.ts'
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
    if ((act as string) === 'endLeave') return { columns: { leaveFrom: null } }
    if ((act as string) === 'beginLeave') return { columns: { leaveFrom: sql`now()` } }
    if (act === 'leave') return { columns: { leaveFrom: null }, audit: { toId: (asked as Leave).toId } }
    const { deputyId, lastOn } = asked as GoOnLeave
    return { columns: { leaveFrom: sql`now()`, deputyId }, audit: { deputyId, lastOn } }
  },
  effects: {
    tables: ['lead_hand_over', 'sales_team', 'salesman_leave', 'job'],
    async run(act, { db, ids, asked, adminId }) {
      for (const id of ids) {
        await stopHandOver(db, id)
        if ((act as string) === 'beginLeave') {
          await handOverToDeputy(db, id)
          continue
        }
        await endLeave(db, id)
        if (act === 'goOnLeave') {
          const { deputyId, lastOn, reason } = asked as GoOnLeave
          await handOver(db, { fromId: id, toId: deputyId, reason, by: adminId }, 'deputyId')
          const leave = { salesmanId: id, deputyId, lastOn, reason, by: adminId }
          await addBegunLeave(db, await storedClock(db), leave)
        }
        if (act === 'leave') {
          const { toId, reason } = asked as Leave
          await dropPlannedLeaves(db, id)
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

/** The hand-over of the leave that begins now. A deputy who is not on duty on that day gets nothing: the leads go to their pools. */
async function handOverToDeputy(db: Db, salesmanId: string): Promise<void> {
  const { rows } = await sql<{ toId: string | null; reason: string; by: string | null }>`
    select s.id::text as to_id, l.reason, l.created_by::text as by
    from salesman_leave l left join salesman s on s.id = l.deputy_id and ${isOnDuty}
    where l.salesman_id = ${salesmanId} and l.began_at is not null and l.ended_at is null`.execute(db)
  if (!rows[0]) return
  await beginHandOver(db, { fromId: salesmanId, ...rows[0] })
  await sendJob(db, handOverJob, {})
}

async function exists(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from salesman where id = ${id} and status <> 'left'`.execute(db)
  return rows.length > 0
}
