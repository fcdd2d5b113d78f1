import * as z from 'zod'
import { codes } from './envelope.ts'
import { area, id, instant } from './kernel.ts'
import type { WordList, Words, WordTree } from './language.ts'

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

/** How many rows one file may have. */
export const mostImportRows = 500_000
/** How long what was found waits for a yes, in hours. */
export const importHours = 24
/** How many rows the report names. */
export const mostNamedRows = 50

/** What the texts of an import into one list say; those that are the same for every list are in `importWords`. */
export interface ImportWordTree extends WordTree {
  /** `导入黑名单`, and what the dialog is called. */
  title: Words
  /** How each column is called, in the order of the template. */
  column: { readonly [column: string]: Words }
  /** What a column is also called, for whoever fills a table of his own; separated by `|`. */
  alsoColumn: { readonly [column: string]: Words }
  /** What each column takes, for the second sheet of the template. */
  notes: { readonly [column: string]: Words }
  /** The sheet of the template. */
  sheet: Words
  fileName: { template: Words; wrong: Words }
  /** How the rows are counted that are there already. */
  there: { readonly [state: string]: Words }
  /** What is to be said where there are such rows. */
  hint: { readonly [state: string]: Words }
  message: { done: Words; failed: Words }
}
export type ImportWords = WordList<string, ImportWordTree>

interface ImportSpec<P extends string, N extends z.ZodRawShape, T extends readonly string[]> {
  /** The first part of its paths: `blacklist` makes `/blacklist/import`. */
  path: P
  /** The list in a sentence: `导入{{zh}}`, `Import into {{en}}`. */
  into: Words
  /** How the API document calls its schemas: `BlacklistImport`. */
  schema: string
  /** In which states a row can be that is there already and so is not added; each is counted. `present` is what came meanwhile. */
  there: T
  /** What the report shows of a row that is not added, by columns; personal data masked. */
  named: N
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The endpoints of the import into one list: a file is looked through, and added when its sender says so. Whoever imports meets
 * his own imports only, whatever else he may see.
 * @param name the area; `import` is the permission point
 */
export function importEndpoints<
  const A extends string,
  const P extends string,
  N extends z.ZodRawShape,
  const T extends readonly string[],
>(name: A, { path, into: [zh, en], schema, there, named }: ImportSpec<P, N, T>) {
  /** A row that is not added, and why. */
  const namedRow = z.object({
    line: z.int(),
    state: z.enum(['wrong', 'repeated']),
    ...named,
    reason: z.string(),
    /** What stands in the wrong cells, personal data masked; each with the title of its column and what is wrong with it. */
    wrong: z.array(z.object({ title: z.string(), value: z.string(), problem: z.string() })),
  })
  namedRow.register(z.globalRegistry, { id: `${schema}Line` })

  const counts = Object.fromEntries(there.map((state) => [state, z.int()])) as Record<T[number], z.ZodInt>
  const report = z.object({
    /** What a yes would add. */
    new: z.int(),
    ...counts,
    /** The same stands further up in the file. */
    repeated: z.int(),
    wrong: z.int(),
    /** The first of those that are wrong or repeated. */
    rows: z.array(namedRow),
  })
  report.register(z.globalRegistry, { id: `${schema}Report` })

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
  row.register(z.globalRegistry, { id: schema })

  return area(name, {
    // First: of several endpoints under one point, the first says what the point is for.
    importStart: {
      method: 'POST',
      path: `/${path}/import` as const,
      kind: 'write',
      point: 'import',
      summary: [`导入${zh}`, `Import into ${en}`],
      /** A file that was uploaded for the use `import`. */
      body: z.strictObject({ fileId: id }),
      answer: row,
    },
    imports: {
      method: 'GET',
      path: `/${path}/import` as const,
      kind: 'read',
      point: 'import',
      owned: true,
      summary: ['查看自己的导入', 'See own imports'],
      /** The newest ten. */
      answer: z.array(row),
    },
    importTemplate: {
      method: 'GET',
      path: `/${path}/import/template` as const,
      kind: 'read',
      point: 'import',
      download: true,
      mediaTypes: ['text/csv', workbook],
      summary: ['下载导入模板', 'Download a table to fill in'],
      query: z.strictObject({ format: z.enum(['xlsx', 'csv'], 'choice') }),
      answer: z.unknown(),
    },
    importGet: {
      method: 'GET',
      path: `/${path}/import/{id}` as const,
      kind: 'read',
      point: 'import',
      owned: true,
      summary: ['查看导入进度和结果', 'See an import'],
      answer: row,
    },
    importCommit: {
      method: 'POST',
      path: `/${path}/import/{id}/commit` as const,
      kind: 'write',
      point: 'import',
      owned: true,
      summary: ['确认导入', 'Add what an import found'],
      answer: row,
    },
    importCancel: {
      method: 'POST',
      path: `/${path}/import/{id}/cancel` as const,
      kind: 'write',
      point: 'import',
      owned: true,
      summary: ['取消导入', 'Cancel an import'],
      answer: row,
    },
    importWrong: {
      method: 'GET',
      path: `/${path}/import/{id}/wrong` as const,
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
}

/** The endpoints of any list's import. */
export type ImportEndpoints = ReturnType<
  typeof importEndpoints<string, string, Record<never, z.ZodType>, readonly never[]>
>
/** An import into any list. */
export type ImportTask = z.output<ImportEndpoints['importGet']['answer']>
