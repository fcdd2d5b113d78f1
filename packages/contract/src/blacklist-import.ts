import * as z from 'zod'
import { blacklistKinds } from './blacklist.ts'
import { codes } from './envelope.ts'
import { area, id, instant } from './kernel.ts'

/**
 * How far an import has come: looked through, waiting for a yes, being added; or how it ended. What was looked through and is
 * not decided on expires.
 */
export const importStatuses = [
  'checking',
  'checked',
  'committing',
  'done',
  'failed',
  'cancelled',
  'expired',
] as const
export type ImportStatus = (typeof importStatuses)[number]
/** Something still happens, or may. */
export const isImportOpen = (status: ImportStatus): boolean =>
  status === 'checking' || status === 'checked' || status === 'committing'

/** The columns of the table that is sent, in the order of the template. */
export const importColumns = ['kind', 'value', 'reason', 'expiresAt', 'remark'] as const
export type ImportColumn = (typeof importColumns)[number]
export const requiredImportColumns: readonly ImportColumn[] = ['kind', 'value']

/** How many rows one file may have. */
export const mostImportRows = 500_000
/** How long what was found waits for a yes, in hours. */
export const importHours = 24
/** How many rows the report names. */
export const mostNamedRows = 50

/** A row that is not added, and why. */
const namedRow = z.object({
  line: z.int(),
  state: z.enum(['wrong', 'repeated']),
  kind: z.enum(blacklistKinds).nullable(),
  /** Masked where it is, or may be meant to be, personal data. */
  value: z.string(),
  reason: z.string(),
})
namedRow.register(z.globalRegistry, { id: 'BlacklistImportLine' })

const report = z.object({
  /** What a yes would add. */
  new: z.int(),
  /** On the list already, and stopping somebody today. */
  present: z.int(),
  /** On the list already, and expired: an import does not renew it. */
  lapsed: z.int(),
  /** The same value stands further up in the file. */
  repeated: z.int(),
  wrong: z.int(),
  /** The first of those that are wrong or repeated. */
  rows: z.array(namedRow),
})
report.register(z.globalRegistry, { id: 'BlacklistImportReport' })

const row = z.object({
  id,
  fileName: z.string(),
  status: z.enum(importStatuses),
  /** How far the present step is. */
  percent: z.int(),
  rowsRead: z.int(),
  report: report.nullable(),
  /** What came of it; `present` was added by somebody else after the dry run. */
  result: z.object({ added: z.int(), present: z.int() }).nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
  createdAt: instant,
  /** Until when it can be decided on. */
  expiresAt: instant.nullable(),
  endedAt: instant.nullable(),
})
row.register(z.globalRegistry, { id: 'BlacklistImport' })

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Whoever imports meets his own imports only, whatever else he may see. */
export const blacklistImport = area('blacklist', {
  imports: {
    method: 'GET',
    path: '/blacklist/import',
    kind: 'read',
    point: 'import',
    owned: true,
    summary: ['查看自己的导入', 'See own imports'],
    /** The newest ten. */
    answer: z.array(row),
  },
  importTemplate: {
    method: 'GET',
    path: '/blacklist/import/template',
    kind: 'read',
    point: 'import',
    download: true,
    mediaTypes: ['text/csv', workbook],
    summary: ['下载导入模板', 'Download a table to fill in'],
    query: z.strictObject({ format: z.enum(['xlsx', 'csv'], 'choice') }),
    answer: z.unknown(),
  },
  importStart: {
    method: 'POST',
    path: '/blacklist/import',
    kind: 'write',
    point: 'import',
    summary: ['导入黑名单：预检', 'Import into the blacklist: dry run'],
    /** A file that was uploaded for the use `import`. */
    body: z.strictObject({ fileId: id }),
    answer: row,
  },
  importGet: {
    method: 'GET',
    path: '/blacklist/import/{id}',
    kind: 'read',
    point: 'import',
    owned: true,
    summary: ['查看导入进度和结果', 'See an import'],
    answer: row,
  },
  importCommit: {
    method: 'POST',
    path: '/blacklist/import/{id}/commit',
    kind: 'write',
    point: 'import',
    owned: true,
    summary: ['确认导入', 'Add what an import found'],
    answer: row,
  },
  importCancel: {
    method: 'POST',
    path: '/blacklist/import/{id}/cancel',
    kind: 'write',
    point: 'import',
    owned: true,
    summary: ['取消导入', 'Cancel an import'],
    answer: row,
  },
  importWrong: {
    method: 'GET',
    path: '/blacklist/import/{id}/wrong',
    kind: 'read',
    point: 'import',
    owned: true,
    download: true,
    mediaTypes: [workbook],
    summary: ['下载有误的行', 'Download the wrong rows'],
    // There are none while it is read, or once it is added.
    refuses: [codes.conflict],
    answer: z.unknown(),
  },
})

export type ImportRow = z.output<typeof row>
export type ImportReport = z.output<typeof report>
