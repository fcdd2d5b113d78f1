import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { whole } from '../kernel/money.ts'
import { phone } from '../kernel/personal.ts'
import { cityCodes } from '../kernel/region-code.ts'
import { mostWindows, planWindow } from '../supply/plan-terms.ts'
import { leadRecords, recordPage } from './lead-record.ts'
import { leadSources } from './lead-source.ts'
import { salesmanMachine } from './salesman-machine.ts'

export const salesmanStatuses = statesOf(salesmanMachine)
export type SalesmanStatus = StateOf<typeof salesmanMachine>

/** What he did in the business month of now. */
const month = z.object({
  /** Leads that he took from a pool himself. */
  claimed: z.int(),
  /** Leads that he was given, also by a transfer. */
  assigned: z.int(),
  /** Leads with a follow-up of his. */
  contacted: z.int(),
  /** The median from the arrival of a lead to its first contact, of the first contacts that he made this month; null: none. */
  firstContactMinutes: z.int().nullable(),
  won: z.int(),
  lost: z.int(),
  /** The prices of the accepted pushes of the users whose leads he won. */
  wonFen: z.int(),
})

export const monthFigures = month.keyof().options
export type MonthFigure = keyof z.output<typeof month>

/** His last hand-over. */
const handOver = z.object({
  /** Who gets the leads; null: the pools. */
  toName: z.string().nullable(),
  moved: z.int(),
  toPool: z.int(),
  startedAt: instant,
  /** Null: it is under way. */
  endedAt: instant.nullable(),
})

/** A leave that is under way or to come, in business days. */
const leave = z.object({
  id,
  firstOn: z.iso.date(),
  /** The last day; null: until he comes back. */
  lastOn: z.iso.date().nullable(),
  /** Who gets the leads. */
  deputyId: id.nullable(),
  deputyName: z.string().nullable(),
  reason: z.string(),
  hasBegun: z.boolean(),
})

const row = z.object({
  id,
  /** The account that he signs in with. */
  adminId: id,
  accountName: z.string(),
  /** False: he cannot sign in, so he counts as not on duty. */
  isAccountEnabled: z.boolean(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  teamId: id.nullable(),
  teamName: z.string().nullable(),
  isHead: z.boolean(),
  status: z.enum(salesmanStatuses),
  deputyId: id.nullable(),
  deputyName: z.string().nullable(),
  leaveFrom: instant.nullable(),
  /** The earliest first. */
  leaves: z.array(leave),
  /** Null: no limit. */
  dailyQuota: z.int().nullable(),
  capacity: z.int(),
  weight: z.int(),
  /** Empty: no preference. */
  cityCodes: z.array(z.string()),
  sources: z.array(z.enum(leadSources)),
  /** Empty: at any time. */
  windows: z.array(planWindow),
  /** The open leads that he holds. */
  held: z.int(),
  /** What of the quota of today is used. */
  taken: z.int(),
  month,
  handOver: handOver.nullable(),
  remark: z.string(),
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Salesman' })

const revealed = z.object({ phone: z.string() })
revealed.register(z.globalRegistry, { id: 'SalesmanReveal' })

const isUnlike = (values: readonly string[]) => new Set(values).size === values.length
const fields = {
  name: requiredText(40),
  /** If it is left out, it stays; null removes it. */
  phone: phone.nullable().optional(),
  teamId: id.nullable().default(null),
  deputyId: id.nullable().default(null),
  dailyQuota: whole(0, 10_000).nullable().default(null),
  capacity: whole(0, 100_000).default(100),
  weight: whole(0, 100).default(10),
  cityCodes: cityCodes.default([]),
  sources: z
    .array(z.enum(leadSources, 'choice'))
    .max(leadSources.length, 'tooMany')
    .refine(isUnlike, 'taken')
    .default([]),
  windows: z.array(planWindow).max(mostWindows, 'tooMany').default([]),
  remark: longText(500).default(''),
}
const create = z.strictObject({ adminId: id, ...fields })
/** The account stays, because the history of his leads is that of the account. */
const update = z.strictObject({ id, version, ...fields })

const leaveFields = {
  firstOn: businessDate,
  lastOn: businessDate,
  deputyId: id,
  reason: longText(200).default(''),
}
const inOrder = ({ firstOn, lastOn }: { firstOn: string; lastOn: string }) => firstOn <= lastOn
const order = { path: ['lastOn'], message: 'order' }
const planLeave = z.strictObject({ version, ...leaveFields }).refine(inOrder, order)
const changeLeave = z.strictObject({ version, leaveId: id, ...leaveFields }).refine(inOrder, order)
const cancelLeave = z.strictObject({ version, leaveId: id })

const page = pageBody(['createdAt', 'held', 'weight'], '-createdAt', {
  name: text(40).optional(),
  status: z.enum(salesmanStatuses, 'choice').optional(),
  teamId: id.optional(),
})

/** The columns of the list, by name. */
export const salesmanColumns = [
  'id',
  'name',
  'accountName',
  'phone',
  'teamName',
  'status',
  'deputyName',
  'leaveFrom',
  'held',
  'capacity',
  'dailyQuota',
  'weight',
  'cityCodes',
  'remark',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const

const toExport = exportBody(page, salesmanColumns)
const path = '/crm/salesman'
const what = ['销售', 'salespeople'] as const
const affects = ['salesman', 'salesTeam', 'leadPool', 'lead', 'crmCenter']

const leaveCall = {
  method: 'POST',
  kind: 'write',
  owned: true,
  point: 'goOnLeave',
  affects,
  answer: row,
} as const

/** Salesmen: who may hold leads, how many, and how they are doing. With the data scope `own`: oneself, and the teams that one heads. */
export const salesman = area('salesman', {
  ...crud(
    { path, owned: true, affects },
    { row, page, export: toExport, create, update, reveal: revealed },
    {
      ...plainSummaries(what),
      reveal: ['查看销售的完整手机号', 'Reveal the phone numbers of salespeople'],
    },
  ),
  counts: countsOf(salesmanMachine, { path, what, owned: true }),
  ...actsOf(salesmanMachine, { path, answer: row, page, owned: true, affects }),
  /** The drill-down of a figure of the month: their number, sum of `fen` or median of `minutes` is the figure. */
  records: {
    method: 'POST',
    path: `${path}/{id}/records`,
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看销售数据的明细', 'View the records behind a figure'],
    lists: ['salesmanRecords'],
    body: z.strictObject({ figure: z.enum(monthFigures, 'choice'), ...recordPage }),
    answer: leadRecords,
  },
  planLeave: {
    ...leaveCall,
    path: `${path}/{id}/leaves`,
    summary: ['安排销售休假', 'Plan leaves of salespeople'],
    body: planLeave,
  },
  /** Only before it begins, and so is the next one. */
  changeLeave: {
    ...leaveCall,
    path: `${path}/{id}/leaves/change`,
    summary: ['修改计划的休假', 'Change planned leaves'],
    body: changeLeave,
  },
  cancelLeave: {
    ...leaveCall,
    path: `${path}/{id}/leaves/cancel`,
    summary: ['取消计划的休假', 'Cancel planned leaves'],
    body: cancelLeave,
  },
  ...choicesOf('salesman', {
    accounts: { of: 'admin', point: 'create' },
    teams: 'sales_team',
    /** Who can get leads of another one: without those who left. */
    colleagues: 'salesman',
  }),
})

export type SalesmanRow = z.output<typeof row>
export type SalesmanMonth = z.output<typeof month>
export type SalesmanHandOver = z.output<typeof handOver>
export type SalesmanLeave = z.output<typeof leave>
export type SalesmanLeaveDays = Omit<z.output<typeof planLeave>, 'version'>
export type SalesmanPage = z.output<typeof page>
export type SalesmanExport = z.output<typeof toExport>
