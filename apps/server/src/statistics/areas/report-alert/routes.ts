import { reportOf } from '@kabao/contract/statistics/report/reports'
import {
  type ReportAlertRow,
  type ReportAlertRule,
  reportAlert,
} from '@kabao/contract/statistics/report-alert'
import { forbidden, notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { changeRow } from '#platform/crud/change-row'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { deleteRows, insertRow, lockRows } from '#platform/db/row'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { filterOf } from '../../report-watch/columns.ts'
import { findHolders, seesAtLeast } from '../../report-watch/holders.ts'
import { assertMay, holds, refuseStrangers, refuseTooMany } from '../../report-watch/rights.ts'
import { measure, questionAbout } from './measure.ts'
import * as queries from './queries.ts'
import { isMet } from './rule.ts'
import { lastSpan } from './span.ts'

export const reportAlertRoutes = ({ settings }: Services) => {
  /** @throws Problem at a field that does not fit the report */
  const checked = (
    rule: Omit<ReportAlertRule, 'report'>,
    report: ReportAlertRow['report'],
    caller: Caller,
  ) => {
    const clock = businessClock(settings)
    const span = lastSpan(rule.every, clock, databaseNow())
    const { condition: _, bound: _bound, every: _every, ...watched } = onlyRule(rule)
    const reading = { clock, owner: ownerOf(caller) }
    questionAbout({ ...watched, report }, span, reading)
    return { watched: { ...watched, report }, span, reading, judgedUntil: new Date(span.until).toISOString() }
  }

  return serve(reportAlert, {
    mine: ({ db, body, caller }) => queries.findPageOfAlerts(db, body, caller.adminId, caller.adminId),
    page: ({ db, body, caller }) => queries.findPageOfAlerts(db, body, caller.adminId, ownerOf(caller)),
    get: ({ db, params, caller }) => found(db, params.id, caller),

    checks: async ({ db, params, caller }) => {
      const { id } = await found(db, params.id, caller)
      return queries.findChecks(db, id)
    },

    recipients: async ({ db, query, caller }) => {
      assertMay(caller, query.report, 'page')
      const holders = await findRecipients(db, query.report, caller)
      return holders.filter(({ id }) => id !== caller.adminId).map(({ id, name }) => ({ id, name }))
    },

    try: async ({ db, body, caller }) => {
      assertMay(caller, body.report, 'page')
      const { watched, span, reading } = checked(body, body.report, caller)
      const values = await measure(db, watched, span, reading)
      return {
        until: new Date(span.until).toISOString(),
        day: span.day,
        ...values,
        isMet: isMet(body, values),
      }
    },

    create: async ({ db, body, caller, audit }) => {
      assertMay(caller, body.report, 'page')
      const { judgedUntil } = checked(body, body.report, caller)
      refuseStrangers(body.recipients, await findRecipients(db, body.report, caller))
      await refuseTooMany(db, 'report_alert', caller.adminId)
      const id = await insertRow(db, 'reportAlert', {
        ...columnsOf(body),
        report: body.report,
        ownerId: caller.adminId,
        judgedUntil,
        createdBy: caller.adminId,
        updatedBy: caller.adminId,
      })
      const row = await found(db, id, caller)
      audit({ target: target(id), after: trace(row) })
      return row
    },

    update: async ({ db, body, caller, audit }) => {
      const { id, version: _, ...fields } = body
      const { before, after } = await changeRow(db, 'reportAlert', body, {
        by: caller.adminId,
        show: () => found(db, id, caller),
        guard: (_, shown) => assertMine(shown),
        change: async (stored, shown) => {
          assertMay(caller, shown.report, 'page')
          const { judgedUntil } = checked(fields, shown.report, caller)
          const allowed = await findRecipients(db, shown.report, caller)
          refuseStrangers(fields.recipients, allowed, shown.recipients)
          const columns = columnsOf(fields)
          if (isSame(onlyRule(fields), onlyRule(shown)) && shown.isOn) return columns
          // A changed rule begins anew with what is over next.
          const [, later] = [judgedUntil, stored.judgedUntil].sort()
          return { ...columns, judgedUntil: later, metDay: null }
        },
      })
      audit({ target: target(id), before: trace(before), after: trace(after) })
      return after
    },

    remove: async ({ db, params, caller, audit }) => {
      await lockRows(db, 'reportAlert', [params.id])
      const before = await found(db, params.id, caller)
      assertMine(before)
      await deleteRows(db, 'reportAlert', [params.id])
      audit({ target: target(params.id), before: trace(before) })
      return null
    },

    stop: async ({ db, params, caller, audit }) => {
      const [stored] = await lockRows(db, 'reportAlert', [params.id])
      const owner = ownerOf(caller)
      if (!stored || (owner !== null && stored.ownerId !== owner)) throw notFound()
      const show = async () =>
        (await queries.findAlert(db, params.id, { adminId: caller.adminId, seesAll: true })) as ReportAlertRow
      const { before, after } = await changeRow(
        db,
        'reportAlert',
        { id: params.id, version: stored.version },
        { by: caller.adminId, show, change: () => ({ isOn: false }) },
      )
      audit({ target: target(params.id), before: trace(before), after: trace(after) })
      return after
    },
  })
}

/** Who may be told: holders of the report who see at least what the caller sees. */
const findRecipients = async (db: Db, report: ReportAlertRow['report'], caller: Caller) =>
  (await findHolders(db, `${report}:page`)).filter((holder) => seesAtLeast(holder, ownerOf(caller)))

/** @throws Problem if there is no such alert that the caller may see */
async function found(db: Db, id: string, caller: Caller): Promise<ReportAlertRow> {
  const seesAll = holds(caller, reportAlert.page.point as string) && ownerOf(caller) === null
  const row = await queries.findAlert(db, id, { adminId: caller.adminId, seesAll })
  if (!row) throw notFound()
  return row
}

function assertMine({ isMine }: ReportAlertRow): void {
  if (!isMine) throw forbidden()
}

const ruleNames = ['figure', 'flow', 'channelId', 'orgId', 'planId', 'productId', 'cityCode'] as const

/** The rule among the fields of a body. */
function onlyRule<R extends Omit<ReportAlertRule, 'report'>>(rule: R) {
  const { condition, bound, every } = rule
  const watched = Object.fromEntries(ruleNames.flatMap((name) => (rule[name] ? [[name, rule[name]]] : [])))
  return { ...(watched as Pick<R, (typeof ruleNames)[number]>), condition, bound, every }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

type Fields = Pick<ReportAlertRow, 'name' | 'recipients' | 'isOn'> & Omit<ReportAlertRule, 'report'>

const columnsOf = ({ name, figure, condition, bound, every, recipients, isOn, ...filters }: Fields) => ({
  name,
  figure,
  condition,
  every,
  isOn,
  bound: String(bound),
  filter: filterOf(filters),
  recipients: [...new Set(recipients)],
})

const target = (id: string) => ({ kind: 'reportAlert', id })
const trace = (row: ReportAlertRow) => ({
  report: reportOf(row.report).name,
  name: row.name,
  ...onlyRule(row),
  recipients: row.recipients,
  isOn: row.isOn,
})
