import * as z from 'zod'
import { wordChoicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { ipFilter } from '../kernel/ip.ts'
import { area, id, instant, pageAnswer, pageBody, text } from '../kernel/kernel.ts'

export const auditResults = ['done', 'refused'] as const
export type AuditResult = (typeof auditResults)[number]

/** The kinds of targets that an entry can have; others are shown by their key. */
export const auditTargets = [
  'admin',
  'role',
  'session',
  'accessToken',
  'sso',
  'setting',
  'user',
  'blacklist',
  'feedback',
  'channel',
  'hook',
  'delivery',
  'noticeTarget',
  'org',
  'plan',
  'pushPlan',
  'pushRecord',
  'file',
  'exportTask',
  'job',
  'auditLog',
  'savedView',
  'batch',
  'blacklistImport',
  'poolLink',
  'poolLinkImport',
  'product',
  'productImport',
  'productUvImport',
  'channelImport',
  'channelUvImport',
  'pushReturnImport',
  'reconcile',
  'difference',
  'correction',
  'recharge',
  'adjustment',
  'paymentResolution',
  'errorEvent',
  'lead',
  'leadImport',
  'leadPool',
  'salesman',
  'salesTeam',
  'collection',
  'order',
  'settlement',
  'changeRequest',
  'statementLink',
  'push',
  'pushTrouble',
  'pushReturn',
  'reportAlert',
  'reportSchedule',
  'checkKey',
  'reconcileCheck',
] as const
export type AuditTarget = (typeof auditTargets)[number]

/** A page by its route name, and its query. */
const link = z.object({ name: z.string(), query: z.record(z.string(), z.string()) }).nullable()

/** At most this many entries of one act are counted. It limits the cost of a page. */
export const mostGrouped = 1_000

/** The entries of one act: the filter that finds them, and their number, at most `mostGrouped`. */
const group = z.object({ id: z.string(), size: z.int().min(2) })
group.register(z.globalRegistry, { id: 'AuditGroup' })

const row = z.object({
  id,
  at: instant,
  /** The actor; null if it was the service itself. */
  username: z.string().nullable(),
  /** The name of the actor's access token; null if the actor was signed in. */
  tokenName: z.string().nullable(),
  ip: z.string().nullable(),
  /** The permission point, or the endpoint's name if it requires none. */
  point: z.string(),
  /** The description of that point, in the reader's language. */
  action: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  /** The current name of the target, personal data masked; null if it no longer exists or the reader may not see it. */
  targetName: z.string().nullable(),
  /** The page that shows the target; null if there is no such page or the reader may not open it. */
  link,
  /** The group of entries of the same act; null if the act has only this entry. */
  group: group.nullable(),
  result: z.enum(auditResults),
  /** The code of the envelope. */
  code: z.string(),
  requestId: z.string().nullable(),
})
row.register(z.globalRegistry, { id: 'AuditLine' })

const values = z.record(z.string(), z.unknown()).nullable()

/** A field that an act changed, in the reader's language; an empty text is an empty field. */
const change = z.object({
  /** The recorded name of the field, such as `status` or `filter.kind`. */
  field: z.string(),
  label: z.string(),
  /** The old value; null if the entry has none. For a list, the removed parts. */
  before: z.string().nullable(),
  /** The new value; null if the entry has none. For a list, the added parts. */
  after: z.string().nullable(),
})
change.register(z.globalRegistry, { id: 'AuditChange' })

const page = pageBody(['at'], '-at', {
  /** A whole user name. */
  username: text(64).optional(),
  /** The whole name of an access token. */
  tokenName: text(40).optional(),
  point: text(80).optional(),
  targetKind: text(40).optional(),
  targetId: text(80).optional(),
  /** A whole address. */
  ip: ipFilter.optional(),
  requestId: text(64).optional(),
  /** The `id` of a group: every entry of that act. */
  group: text(80)
    .regex(/^(?:[\da-f]{8}-[\da-f-]{27}|[A-Za-z]+-\d{1,18})$/, 'type')
    .optional(),
  result: z.enum(auditResults, 'choice').optional(),
  from: instant.optional(),
  to: instant.optional(),
})

/**
 * Whether a page of the log shows each act once, by its first entry. If it asks for the entries of one act, of one request or of
 * some targets, it shows every entry.
 */
export const showsActs = (page: {
  group?: unknown
  requestId?: unknown
  targetKind?: unknown
  targetId?: unknown
}): boolean => !(page.group || page.requestId || page.targetKind || page.targetId)

/** The columns of the list, by name. */
export const auditColumns = [
  'at',
  'username',
  'tokenName',
  'action',
  '_target',
  'result',
  'ip',
  'point',
  'code',
  'requestId',
] as const

const toExport = exportBody(page, auditColumns)

export const audit = area('audit', {
  page: {
    method: 'POST',
    path: '/audit/page',
    kind: 'read',
    summary: ['查看操作日志', 'View the audit log'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: '/audit/page/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出操作日志', 'Export the audit log'],
    body: toExport,
    answer: exportAnswer,
  },
  get: {
    method: 'GET',
    path: '/audit/{id}',
    kind: 'read',
    point: 'page',
    summary: ['查看一条操作日志', 'View an entry of the audit log'],
    /** `changes` describes the differences in words; `before` and `after` are the recorded values. */
    answer: row.extend({ before: values, after: values, changes: z.array(change) }),
  },
  ...wordChoicesOf('audit', 'actions', 'auditAction'),
})

export type AuditChange = z.output<typeof change>
export type AuditRow = z.output<typeof row>
export type AuditExport = z.output<typeof toExport>
export type AuditPage = z.output<typeof page>
