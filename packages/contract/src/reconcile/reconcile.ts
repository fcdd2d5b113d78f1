import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { choicesOf } from '../kernel/choice.ts'
import { area, id, instant, pageAnswer, pageBody, version } from '../kernel/kernel.ts'

/** What is compared: a provider's bill, an organization's list of whom it accepted, or our own records with the ledger. */
export const reconcileKinds = ['bill', 'orgList', 'within'] as const
export const reconcileStatuses = ['queued', 'done', 'failed'] as const
/** The most days that one list of an organization covers. */
export const mostListDays = 31
/** How many wrong rows of a file are named. */
export const mostWrongRows = 20

const count = z.int()
/** How many differences of each kind the last run found. */
const gaps = z.object({ missingHere: count, missingThere: count, amount: count, status: count })
gaps.register(z.globalRegistry, { id: 'ReconcileGaps' })

const row = z.object({
  id,
  kind: z.enum(reconcileKinds),
  /** The organization or the collection channel; null within. */
  whose: z.string().nullable(),
  /** The first and the last day that is compared. */
  day: businessDate,
  toDay: businessDate,
  /** The file that was sent; null if there is none. */
  fileName: z.string().nullable(),
  status: z.enum(reconcileStatuses),
  /** Why it failed, in the reader's language. */
  problem: z.string().nullable(),
  /** How many rows the other side has, and how many of them agree with ours. */
  lines: z.int(),
  matched: z.int(),
  /** Rows that could not be read. */
  wrong: z.int(),
  gaps,
  /** Its differences that wait for a person now. */
  open: z.int(),
  /** Null: the service began it. */
  createdBy: z.string().nullable(),
  createdAt: instant,
  endedAt: instant.nullable(),
  version,
})
row.register(z.globalRegistry, { id: 'Reconcile' })

const wrongRow = z.object({ line: z.int(), reason: z.string() })
wrongRow.register(z.globalRegistry, { id: 'ReconcileWrongRow' })
const detail = row.extend({
  /** The first rows that could not be read. */
  wrongRows: z.array(wrongRow),
})
detail.register(z.globalRegistry, { id: 'ReconcileDetail' })

const checked = z.object({
  id,
  status: z.enum(reconcileStatuses),
  problem: z.string().nullable(),
  lines: z.int(),
  matched: z.int(),
  wrong: z.int(),
  gaps,
  /** How many differences would be new, or have other values than before. */
  added: z.int(),
  wrongRows: z.array(wrongRow),
})
checked.register(z.globalRegistry, { id: 'ReconcileChecked' })

const page = pageBody(['createdAt', 'day'], '-createdAt', {
  kind: z.enum(reconcileKinds, 'choice').optional(),
  status: z.enum(reconcileStatuses, 'choice').optional(),
  orgId: id.optional(),
  collectionId: id.optional(),
  dayFrom: businessDate.optional(),
  dayTo: businessDate.optional(),
})

const path = '/reconcile'
const run = {
  method: 'POST',
  kind: 'write',
  point: 'run',
  affects: ['reconcile', 'difference'],
  // `isKnown`: the same list was compared before, and nothing has changed.
  answer: z.object({ id, isKnown: z.boolean() }),
} as const

/** Comparisons of what providers and organizations say, and of our own records, with the ledger. */
export const reconcile = area('reconcile', {
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    summary: ['查看对账', 'View reconciliations'],
    body: page,
    answer: pageAnswer(row),
  },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    kind: 'read',
    point: 'page',
    summary: ['查看对账详情', 'View a reconciliation'],
    answer: detail,
  },
  /** The same bill again changes nothing; another one for the same day replaces it. */
  bill: {
    ...run,
    path: `${path}/bill`,
    summary: ['对账', 'Reconcile'],
    body: z.strictObject({ collectionId: id, day: businessDate, fileId: id }),
  },
  /** Downloads the bill of a day of China that is over. It replaces a file that was sent. */
  download: {
    ...run,
    path: `${path}/download`,
    summary: ['下载账单并对账', 'Download a bill and reconcile it'],
    body: z.strictObject({ collectionId: id, day: businessDate }),
  },
  /** The same list again changes nothing; another one for the same days replaces it. */
  orgList: {
    ...run,
    path: `${path}/org`,
    summary: ['机构对账', 'Reconcile with an organization'],
    body: z
      .strictObject({ orgId: id, day: businessDate, toDay: businessDate, fileId: id })
      .refine(({ day, toDay }) => day <= toDay, { path: ['toDay'], message: 'range' }),
  },
  /** Compares our own records of a day with the ledger again. */
  within: {
    ...run,
    path: `${path}/within`,
    summary: ['内部对账', 'Reconcile within'],
    body: z.strictObject({ day: businessDate }),
  },
  /** Compares a list and changes nothing, so that a person sees what it would change. */
  check: {
    method: 'POST',
    path: `${path}/check`,
    kind: 'write',
    point: 'run',
    affects: [],
    summary: ['对账预检', 'Dry-run a reconciliation'],
    /** Either a collection channel, whose bill is of one day, or an organization. */
    body: z
      .strictObject({
        collectionId: id.optional(),
        orgId: id.optional(),
        day: businessDate,
        toDay: businessDate.optional(),
        fileId: id,
      })
      .refine(({ day, toDay = day, orgId }) => day <= toDay && (orgId !== undefined || toDay === day), {
        path: ['toDay'],
        message: 'range',
      })
      .refine(({ orgId, collectionId }) => (orgId === undefined) !== (collectionId === undefined), {
        path: ['collectionId'],
        message: 'required',
      }),
    answer: z.object({ id }),
  },
  checked: {
    method: 'GET',
    path: `${path}/check/{id}`,
    kind: 'read',
    point: 'run',
    owned: true,
    summary: ['查看自己的对账预检', 'View your own dry run'],
    answer: checked,
  },
  template: {
    method: 'GET',
    path: `${path}/template`,
    kind: 'read',
    point: 'run',
    download: true,
    mediaTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    summary: ['下载对账模板', 'Download a template'],
    query: z.strictObject({
      of: z.enum(['bill', 'orgList'], 'choice'),
      format: z.enum(['xlsx', 'csv'], 'choice'),
    }),
    answer: z.unknown(),
  },
  collections: {
    method: 'GET',
    path: `${path}/collections`,
    kind: 'read',
    point: 'page',
    summary: ['可选的收款渠道', 'Collection channels to reconcile with'],
    answer: z.array(z.object({ id, name: z.string(), provider: z.string() })),
  },
  ...choicesOf('reconcile', {
    orgs: 'org',
  }),
})

export type ReconcileRow = z.output<typeof row>
export type ReconcileDetail = z.output<typeof detail>
export type ReconcileChecked = z.output<typeof checked>
export type ReconcilePage = z.output<typeof page>
export type ReconcileKind = (typeof reconcileKinds)[number]
