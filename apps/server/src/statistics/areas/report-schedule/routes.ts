import type { ReportName } from '@kabao/contract/kernel/report-names'
import { type ReportScheduleRow, reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { forbidden, notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { changeRow } from '#platform/crud/change-row'
import type { Db } from '#platform/db/client'
import { deleteRows, insertRow, lockRows } from '#platform/db/row'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { findHolders } from '../../report-watch/holders.ts'
import { assertMay, holds, refuseStrangers, refuseTooMany } from '../../report-watch/rights.ts'
import { columnsOf, refuseUnfit } from './fields.ts'
import * as queries from './queries.ts'
import { addRunByHand } from './runs.ts'

export const reportScheduleRoutes = ({ settings, vault }: Services) => {
  const timeZone = () => settings.get('business.timezone')
  return serve(reportSchedule, {
    mine: ({ db, body, caller }) => queries.findPageOfSchedules(db, body, caller.adminId, caller.adminId),
    page: ({ db, body, caller }) => queries.findPageOfSchedules(db, body, caller.adminId, ownerOf(caller)),
    get: ({ db, params, caller }) => found(db, params.id, caller),

    runs: async ({ db, params, caller }) => {
      const { id } = await found(db, params.id, caller)
      return queries.findRuns(db, id)
    },

    recipients: async ({ db, query, caller }) => {
      assertMay(caller, query.report, 'export')
      return (await findRecipients(db, query.report)).map(({ id, name }) => ({ id, name }))
    },

    create: async ({ db, body, caller, audit }) => {
      const { report, ...fields } = body
      assertMay(caller, report, 'export')
      await refuseUnfit({ db, vault, settings }, report, fields)
      refuseStrangers(fields.recipients, await findRecipients(db, report))
      await refuseTooMany(db, 'report_schedule', caller.adminId)
      const by = { ownerId: caller.adminId, createdBy: caller.adminId, updatedBy: caller.adminId }
      const id = await insertRow(db, 'reportSchedule', { report, ...by, ...columnsOf(fields, timeZone()) })
      const row = await found(db, id, caller)
      audit({ target: target(id), after: trace(row) })
      return row
    },

    update: async ({ db, body, caller, audit }) => {
      const { id, version: _, ...fields } = body
      const { before, after } = await changeRow(db, 'reportSchedule', body, {
        by: caller.adminId,
        show: () => found(db, id, caller),
        guard: (_, shown) => assertMine(shown),
        change: async (_, { report, recipients }) => {
          assertMay(caller, report, 'export')
          await refuseUnfit({ db, vault, settings }, report, fields)
          refuseStrangers(fields.recipients, await findRecipients(db, report), recipients)
          return columnsOf(fields, timeZone())
        },
      })
      audit({ target: target(id), before: trace(before), after: trace(after) })
      return after
    },

    remove: async ({ db, params, caller, audit }) => {
      await lockRows(db, 'reportSchedule', [params.id])
      const before = await found(db, params.id, caller)
      assertMine(before)
      await deleteRows(db, 'reportSchedule', [params.id])
      audit({ target: target(params.id), before: trace(before) })
      return null
    },

    run: async ({ db, params, caller, audit }) => {
      const row = await found(db, params.id, caller)
      assertMine(row)
      assertMay(caller, row.report, 'export')
      const id = await addRunByHand(db, row.id, caller.adminId)
      audit({ target: target(row.id), after: { run: id } })
      return queries.findRun(db, id)
    },

    stop: async ({ db, params, caller, audit }) => {
      const [stored] = await lockRows(db, 'reportSchedule', [params.id])
      const owner = ownerOf(caller)
      if (!stored || (owner !== null && stored.ownerId !== owner)) throw notFound()
      const viewer = { adminId: caller.adminId, seesAll: true }
      const show = async () => (await queries.findSchedule(db, params.id, viewer)) as ReportScheduleRow
      const { before, after } = await changeRow(
        db,
        'reportSchedule',
        { id: params.id, version: stored.version },
        { by: caller.adminId, show, change: () => ({ isOn: false }) },
      )
      audit({ target: target(params.id), before: trace(before), after: trace(after) })
      return after
    },
  })
}

const findRecipients = (db: Db, report: ReportName) => findHolders(db, `${report}:export`)

/** @throws Problem if there is no such schedule that the caller may see */
async function found(db: Db, id: string, caller: Caller): Promise<ReportScheduleRow> {
  const seesAll = holds(caller, reportSchedule.page.point as string) && ownerOf(caller) === null
  const row = await queries.findSchedule(db, id, { adminId: caller.adminId, seesAll })
  if (!row) throw notFound()
  return row
}

function assertMine({ isMine }: ReportScheduleRow): void {
  if (!isMine) throw forbidden()
}

const target = (id: string) => ({ kind: 'reportSchedule', id })
const trace = (row: ReportScheduleRow) => {
  const { recipientNames: _, last: _last, nextAt: _next, state: _state, isMine: _mine, ...rest } = row
  const { channelName: _c, orgName: _o, planName: _p, productName: _d, ownerName: _n, ...kept } = rest
  const {
    createdBy: _by,
    updatedBy: _changer,
    createdAt: _at,
    updatedAt: _changed,
    version: _v,
    ...said
  } = kept
  return said
}
