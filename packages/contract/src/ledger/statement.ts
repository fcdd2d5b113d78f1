import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { codes } from '../kernel/envelope.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageAnswer, pageBody } from '../kernel/kernel.ts'
import { whole } from '../kernel/money.ts'
import { transferKinds } from './ledger.ts'
import { month, overviewAnswer, overviewExport, overviewPage } from './statement-overview.ts'

/** `yyyy-mm-dd` */
const day = z.iso.date()

const row = z.object({
  id,
  /** Its number on the account, from 1 without a gap. */
  number: z.int(),
  at: instant,
  businessDay: day,
  kind: z.enum(transferKinds),
  /** What the balance rose by; below 0, it fell. */
  amountFen: z.int(),
  balanceAfterFen: z.int(),
  refKind: z.string(),
  refId: z.string(),
  /** The plan of a push. */
  planName: z.string().nullable(),
})
row.register(z.globalRegistry, { id: 'StatementRow' })

/** How many transfers there were, and what the balance rose by. */
const sums = { transfers: z.int(), fen: z.int() }

/** A month of an organization: the opening balance and all transfers make the closing balance. */
const sheet = z.object({
  orgId: id,
  orgCode: z.string(),
  orgName: z.string(),
  month,
  /** The first instant, and the first one after it. */
  from: instant,
  to: instant,
  /** Whether the month has ended; until then, rows are added. */
  isOver: z.boolean(),
  openingFen: z.int(),
  closingFen: z.int(),
  transfers: z.int(),
  /** By type of transfer. */
  kinds: z.array(z.object({ kind: z.enum(transferKinds), ...sums })),
  /** By plan: the charges less what was paid back. Null: pushes whose plan is not known any more. */
  plans: z.array(z.object({ planId: id.nullable(), planName: z.string().nullable(), ...sums })),
  /** By business day, with the balance at its end. */
  days: z.array(z.object({ day, ...sums, closingFen: z.int() })),
})
sheet.register(z.globalRegistry, { id: 'Statement' })

const link = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  month,
  /** Whether it still opens. */
  status: z.enum(['active', 'expired', 'revoked']),
  expiresAt: instant,
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  opened: z.int(),
  openedAt: instant.nullable(),
  createdBy: z.string(),
  createdAt: instant,
})
link.register(z.globalRegistry, { id: 'StatementLink' })

const page = pageBody(['number'], 'number', {
  /** Without an organization and a month, the list is empty. */
  orgId: id.optional(),
  month: month.optional(),
})

/** The columns of the rows, by name. */
export const statementColumns = [
  'number',
  'at',
  'businessDay',
  'kind',
  'amountFen',
  'balanceAfterFen',
  'planName',
  'refKind',
  'refId',
  'id',
] as const
const toExport = exportBody(page, statementColumns)

const linkPage = pageBody(['createdAt'], '-createdAt', { orgId: id.optional() })

/** The longest time for which a link opens. */
export const mostLinkDays = 90
/** 256 random bits in base64url. */
const token = z
  .string('required')
  .max(64, 'tooLong')
  .regex(/^[\w-]{43}$/, 'type')

const path = '/finance/statement'

/** Statements of organizations by month, and the links by which they are sent. */
export const statement = area('statement', {
  sheet: {
    method: 'GET',
    path,
    kind: 'read',
    point: 'page',
    summary: ['查看对账单', 'View a statement'],
    query: z.strictObject({ orgId: id, month }),
    // There is no such organization.
    refuses: [codes.notFound],
    answer: sheet,
  },
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    summary: ['查看对账单明细', 'View the rows of a statement'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出对账单', 'Export statements'],
    body: toExport,
    answer: exportAnswer,
  },
  /** A month of all organizations, a row each. */
  overview: {
    method: 'POST',
    path: `${path}/overview/page`,
    kind: 'read',
    point: 'page',
    lists: ['statementOverview'],
    summary: ['查看对账汇总', 'View a month of all organizations'],
    body: overviewPage,
    answer: overviewAnswer,
  },
  exportOverview: {
    method: 'POST',
    path: `${path}/overview/export`,
    kind: 'write',
    point: 'export',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出对账汇总', 'Export a month of all organizations'],
    body: overviewExport,
    answer: exportAnswer,
  },
  linkPage: {
    method: 'POST',
    path: `${path}/link/page`,
    kind: 'read',
    point: 'page',
    lists: ['statementLinks'],
    summary: ['查看已发送的对账单', 'View statements that were sent'],
    body: linkPage,
    answer: pageAnswer(link),
  },
  /** Makes a link that opens this statement without signing in. Its token is answered this once. */
  send: {
    method: 'POST',
    path: `${path}/link`,
    kind: 'write',
    summary: ['发送对账单', 'Send statements'],
    body: z.strictObject({ orgId: id, month, days: whole(1, mostLinkDays) }),
    answer: z.object({ token: z.string(), link }),
  },
  /** Ends a link at once; asked again, it answers the same. */
  revoke: {
    method: 'POST',
    path: `${path}/link/{id}/revoke`,
    kind: 'write',
    point: 'send',
    summary: ['撤销对账单链接', 'Revoke statement links'],
    answer: link,
  },
  /** The statement of a link, for whoever has it. */
  open: {
    method: 'POST',
    path: '/statement/open',
    kind: 'write',
    access: 'anyone',
    quiet: true,
    summary: ['打开对账单链接', 'Open a statement link'],
    refuses: [codes.notFound],
    body: z.strictObject({ token }),
    answer: z.object({ statement: sheet, expiresAt: instant }),
  },
  /** The statement of a link as a workbook. */
  file: {
    method: 'POST',
    path: '/statement/file',
    kind: 'write',
    access: 'anyone',
    quiet: true,
    download: true,
    mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    summary: ['下载对账单', 'Download a statement'],
    refuses: [codes.notFound],
    body: z.strictObject({ token }),
    answer: z.unknown(),
  },
  ...choicesOf('statement', {
    orgs: 'org',
  }),
})

export type StatementRow = z.output<typeof row>
export type Statement = z.output<typeof sheet>
export type StatementLink = z.output<typeof link>
export type StatementPage = z.output<typeof page>
export type StatementExport = z.output<typeof toExport>
export type StatementLinkPage = z.output<typeof linkPage>
