import { codes } from '@kabao/contract'
import type { SalesmanLeaveDays, SalesmanRow } from '@kabao/contract/crm/salesman'
import { notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { changeRow } from '#platform/crud/change-row'
import type { Db } from '#platform/db/client'
import type { AuditEntry } from '#platform/http/audit'
import { sendJob } from '#platform/jobs/send'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { addLeave, cancelLeave, changeLeave } from './leave.ts'
import { leaveJob } from './leave-job.ts'
import { findSalesmen, ofOwner } from './queries.ts'
import { showRow } from './show.ts'

interface Call<B> {
  db: Db
  caller: Caller
  params: { id: string }
  body: { version: number } & B
  audit(entry: AuditEntry): void
}

/** Plans, changes and cancels leaves. Each is a change of the salesman, so of two at once the second sees the first. */
export function leaveRoutes({ settings }: Pick<Services, 'settings'>) {
  const clock = () => businessClock(settings)

  async function change<B>(
    { db, caller, params: { id }, body, audit }: Call<B>,
    act: (stored: { id: string }) => Promise<void>,
  ): Promise<SalesmanRow> {
    const owner = ownerOf(caller)
    const show = async () => {
      const [row] = await findSalesmen(db, clock(), [id], owner)
      if (!row) throw notFound()
      return showRow(row)
    }
    const { before, after } = await changeRow(
      db,
      'salesman',
      { id, version: body.version },
      {
        by: caller.adminId,
        show,
        where: ofOwner(owner),
        async change(stored) {
          if (stored.status === 'left')
            throw new Problem(codes.conflict, 'notOnDuty', { values: { name: stored.name } })
          await act(stored)
          return {}
        },
      },
    )
    audit({ target: { kind: 'salesman', id }, before: daysOf(before), after: daysOf(after) })
    // A leave that begins today does not wait for the schedule.
    await sendJob(db, leaveJob, {})
    return after
  }

  return {
    planLeave: (call: Call<SalesmanLeaveDays>) => {
      const { version: _version, ...leave } = call.body
      return change(call, () =>
        addLeave(call.db, clock(), { ...leave, salesmanId: call.params.id, by: call.caller.adminId }),
      )
    },
    changeLeave: (call: Call<SalesmanLeaveDays & { leaveId: string }>) => {
      const { version: _version, ...leave } = call.body
      return change(call, () => changeLeave(call.db, clock(), { ...leave, salesmanId: call.params.id }))
    },
    cancelLeave: (call: Call<{ leaveId: string }>) =>
      change(call, () => cancelLeave(call.db, call.params.id, call.body.leaveId)),
  }
}

/** What the audit log keeps: the days and the deputies. */
const daysOf = ({ leaves }: SalesmanRow) => ({
  leaves: leaves.map(({ firstOn, lastOn, deputyId }) => ({ firstOn, lastOn, deputyId })),
})
