import * as z from 'zod'
import { id, instant } from './kernel.ts'
import { reportNames } from './report-names.ts'

/** The first is the one to choose: spreadsheet programs change numbers and dates that they read from a CSV file. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportStatuses = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export type ExportStatus = (typeof exportStatuses)[number]
/** The lists that can be exported, by the area they belong to. */
export const exportResources = [
  'user',
  'push',
  'pushReturn',
  'pushTrouble',
  'blacklist',
  'feedback',
  'errorEvent',
  'audit',
  'channel',
  'channelUv',
  'org',
  'orgUv',
  'plan',
  'planUv',
  'pushPlan',
  'poolLink',
  'lead',
  'difference',
  'product',
  'productUv',
  'settlement',
  'settlementResult',
  'collection',
  'order',
  'suspense',
  'resolution',
  'recharge',
  'adjustment',
  'ledger',
  'statement',
  'statementOverview',
  'salesman',
  ...reportNames,
] as const
export type ExportResource = (typeof exportResources)[number]
/** The areas of the lists that are not called as their area. */
const areas: Partial<Record<ExportResource, string>> = {
  settlementResult: 'settlement',
  statementOverview: 'statement',
}
/** The permission point of whoever may export this list. */
export const exportPointOf = (resource: ExportResource): string => `${areas[resource] ?? resource}:export`

/** Why an export failed. */
export const exportFailures = ['tooManyRows', 'diskFull', 'unexpected', 'stopped'] as const
export type ExportFailure = (typeof exportFailures)[number]

/** Up to this number of rows, an export is ready in the response. Source: docs/specification/calls.md. */
export const readyAtOnce = 1_000
/** How many exports one administrator may have waiting and running. */
export const mostOpenExports = 5

/**
 * The body of an export request: filter and order of the page request, the columns in order, and the format.
 * @param page the body of the list's page request
 * @param columns every column that the list can show
 */
export function exportBody<
  S extends z.ZodRawShape & { current: z.ZodType; size: z.ZodType },
  const C extends readonly [string, ...string[]],
>(page: z.ZodObject<S, z.core.$strict>, columns: C) {
  const { current: _current, size: _size, ...filters } = page.shape
  return z.strictObject({
    ...(filters as Omit<S, 'current' | 'size'>),
    format: z.enum(exportFormats, 'choice'),
    /** Of a CSV file: texts with digits are written as `="0012"`, so that a spreadsheet program leaves them as they are. */
    asText: z.boolean('type').default(false),
    columns: z
      .array(z.enum(columns, 'choice'))
      .min(1, 'required')
      .max(columns.length, 'tooMany')
      .refine((keys) => new Set(keys).size === keys.length, 'taken'),
  })
}

/** An export as its owner and the export center see it. */
export const exportRow = z.object({
  id,
  resource: z.enum(exportResources),
  format: z.enum(exportFormats),
  /** Filter, order and columns, personal data masked. */
  filter: z.record(z.string(), z.unknown()),
  status: z.enum(exportStatuses),
  rowsDone: z.int(),
  /** An estimate if there are many; once it is done, the rows of the file. */
  rowsTotal: z.int(),
  /** Bytes; null while there is no file. */
  fileSize: z.int().nullable(),
  failure: z.enum(exportFailures).nullable(),
  /** It met a full disk, and is tried again by itself. */
  waitsForSpace: z.boolean(),
  createdBy: z.string(),
  /** Whether it is the reader's own, because only the administrator who requested an export may download it. */
  isOwn: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  expiresAt: instant.nullable(),
})
exportRow.register(z.globalRegistry, { id: 'ExportTask' })

/** The response to every export request: the task and, if the file is ready, a ticket that downloads it once. */
export const exportAnswer = z.object({ task: exportRow, ticket: z.string().nullable() })
exportAnswer.register(z.globalRegistry, { id: 'ExportAnswer' })

export type ExportRow = z.output<typeof exportRow>
export type ExportAnswer = z.output<typeof exportAnswer>
