import * as z from 'zod'
import { codes } from './envelope.ts'
import { area, id, instant, record, requiredText } from './kernel.ts'
import type { WordList, Words, WordTree } from './language.ts'

/**
 * The state of an import: being checked, waiting for confirmation, being added, or how it ended. A checked import that is not
 * confirmed in time expires.
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
/** Whether an import has not ended yet. */
export const isImportOpen = (status: ImportStatus): boolean =>
  status === 'checking' || status === 'checked' || status === 'committing'

/** How many rows one file may have. */
export const mostImportRows = 500_000
/** How long a checked import waits for its confirmation, in hours. */
export const importHours = 24
/** How many rows the report names. */
export const mostNamedRows = 50

/** The texts of the import into one list; the texts common to all lists are in `importWords`. */
export interface ImportWordTree extends WordTree {
  /** The title of the dialog: `导入黑名单`. */
  title: Words
  /** The title of each column, in the order of the template. */
  column: { readonly [column: string]: Words }
  /** Other titles of a column in people's own tables, separated by `|`. */
  alsoColumn: { readonly [column: string]: Words }
  /** What each column accepts, for the second sheet of the template. */
  notes: { readonly [column: string]: Words }
  /** An example row of the template. The first column gets a mark, by which the row is skipped. */
  example: { readonly [column: string]: Words }
  /** The name of the template's sheet. */
  sheet: Words
  fileName: { template: Words; wrong: Words }
  /** The labels of the counts of rows that the list already has. */
  there: { readonly [state: string]: Words }
  /** The hints shown if there are such rows. */
  hint: { readonly [state: string]: Words }
  message: { done: Words; failed: Words }
}
export type ImportWords = WordList<string, ImportWordTree>

interface ImportSpec<N extends z.ZodRawShape, T extends readonly string[]> {
  /** The list's name within a sentence: `导入{{zh}}`, `Import into {{en}}`. */
  into: Words
  /** The name of its schemas in the API document: `BlacklistImport`. Two lists of the same rows share one name. */
  schema: string
  /** The states of rows that the list already has, each counted. `present` includes rows added since the dry run. */
  there: T
  /** What the report shows of a row that is not added, by column; personal data masked. */
  named: N
}

/** The most characters of a title of a file; the rest is left out. */
export const mostTitle = 60

/** What the head of a file has, before anything is imported: its titles, and which of them each of our columns could be. */
const fileColumns = z.object({
  /** The titles of the file from left to right; of equal ones the first. */
  titles: z.array(
    z.object({
      title: z.string(),
      /** The first cells below it, as a report shows them: personal data masked. */
      samples: z.array(z.string()),
    }),
  ),
  /** Our columns in the order of the template. */
  columns: z.array(
    z.object({
      column: z.string(),
      isRequired: z.boolean(),
      /** The title that is proposed: what the sender chose before for this column, else by its name. */
      title: z.string().nullable(),
    }),
  ),
})
fileColumns.register(z.globalRegistry, { id: 'ImportColumns' })
export type FileColumns = z.output<typeof fileColumns>

/** By column of ours, the title of the file's column that it is read from; columns without one are left out. */
const titlesByColumn = record(z.string().max(40), requiredText(4 * mostTitle), 100)

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A row of the imports into one list, with what its dry run says. */
function rowOf<N extends z.ZodRawShape, T extends readonly string[]>(schema: string, there: T, named: N) {
  /** A row that is not added, and why. */
  const namedRow = z.object({
    line: z.int(),
    /** `there`: the list has a reason of its own not to take it. */
    state: z.enum(['wrong', 'repeated', 'there']),
    ...named,
    reason: z.string(),
    /** The wrong cells, personal data masked, each with the title of its column and its problem. */
    wrong: z.array(z.object({ title: z.string(), value: z.string(), problem: z.string() })),
  })
  namedRow.register(z.globalRegistry, { id: `${schema}Line` })

  const counts = Object.fromEntries(there.map((state) => [state, z.int()])) as Record<T[number], z.ZodInt>
  const report = z.object({
    /** How many rows a confirmation would add. */
    new: z.int(),
    ...counts,
    /** How many rows repeat an earlier row of the file. */
    repeated: z.int(),
    wrong: z.int(),
    /** The first rows that are not added. */
    rows: z.array(namedRow),
  })
  report.register(z.globalRegistry, { id: `${schema}Report` })

  const row = z.object({
    id,
    fileName: z.string(),
    status: z.enum(importStatuses),
    /** The progress of the current step. */
    percent: z.int(),
    rowsRead: z.int(),
    report: report.nullable(),
    /** The result; `present` counts rows that another user added after the dry run, `changed` rows that were there and were changed. */
    result: z.object({ added: z.int(), present: z.int(), changed: z.int().optional() }).nullable(),
    /** Why it failed. */
    problem: z.string().nullable(),
    createdAt: instant,
    /** Until when it can be confirmed. */
    expiresAt: instant.nullable(),
    endedAt: instant.nullable(),
  })
  row.register(z.globalRegistry, { id: schema })
  return row
}

const made = new Map<string, unknown>()

/** The schema of a name, made once. */
function shared<S>(name: string, make: () => S): S {
  const schema = (made.get(name) as S | undefined) ?? make()
  made.set(name, schema)
  return schema
}

/**
 * The endpoints of the import into one list: a file is checked, and its rows are added when its sender confirms. Administrators see
 * only their own imports, whatever their data scope is.
 * @param name the area; `import` is the permission point
 */
export function importEndpoints<
  const A extends string,
  N extends z.ZodRawShape,
  const T extends readonly string[],
>(name: A, { into: [zh, en], schema, there, named }: ImportSpec<N, T>) {
  const path = `/import/${name}` as const
  const row = shared(schema, () => rowOf(schema, there, named))

  return area(name, {
    // First: of several endpoints under one point, the first says what the point is for.
    importStart: {
      method: 'POST',
      path,
      kind: 'write',
      point: 'import',
      asOwner: true,
      summary: [`导入${zh}`, `Import into ${en}`],
      // With titles, the head of the file is read first.
      staged: true,
      /** A file that was uploaded for the use `import`. Without titles, its columns are found by their names. */
      body: z.strictObject({ fileId: id, titles: titlesByColumn.optional() }),
      answer: row,
    },
    importColumns: {
      method: 'POST',
      path: `${path}/columns` as const,
      kind: 'read',
      point: 'import',
      summary: ['查看文件的列', 'View the columns of a file'],
      body: z.strictObject({ fileId: id }),
      /** null: the file takes too long to read its head while the sender waits; its columns are found by their names. */
      answer: fileColumns.nullable(),
    },
    imports: {
      method: 'GET',
      path,
      kind: 'read',
      point: 'import',
      owned: true,
      summary: ['查看自己的导入', 'View your own imports'],
      /** The newest ten. */
      answer: z.array(row),
    },
    importTemplate: {
      method: 'GET',
      path: `${path}/template` as const,
      kind: 'read',
      point: 'import',
      download: true,
      mediaTypes: ['text/csv', workbook],
      summary: ['下载导入模板', 'Download the import template'],
      query: z.strictObject({ format: z.enum(['xlsx', 'csv'], 'choice') }),
      answer: z.unknown(),
    },
    importGet: {
      method: 'GET',
      path: `${path}/{id}` as const,
      kind: 'read',
      point: 'import',
      owned: true,
      summary: ['查看导入进度和结果', 'View the progress and result of an import'],
      answer: row,
    },
    importCommit: {
      method: 'POST',
      path: `${path}/{id}/commit` as const,
      kind: 'write',
      point: 'import',
      owned: true,
      asOwner: true,
      summary: ['确认导入', 'Confirm an import'],
      answer: row,
    },
    importCancel: {
      method: 'POST',
      path: `${path}/{id}/cancel` as const,
      kind: 'write',
      point: 'import',
      owned: true,
      summary: ['取消导入', 'Cancel an import'],
      answer: row,
    },
    importWrong: {
      method: 'GET',
      path: `${path}/{id}/wrong` as const,
      kind: 'read',
      point: 'import',
      owned: true,
      download: true,
      mediaTypes: [workbook],
      summary: ['下载有误的行', 'Download invalid rows'],
      // There are none until the file is checked, or if the import failed or was cancelled.
      refuses: [codes.conflict],
      answer: z.unknown(),
    },
  })
}

/** What can be done with rows of a state that the list already has; the first is done unless another is chosen. */
export type ImportChoices = Readonly<Record<string, readonly [string, ...string[]]>>

/**
 * The endpoints of an import whose sender chooses what becomes of the rows that the list already has: `importCommit` takes the choice
 * for each state.
 */
export function withImportChoices<const E extends { importCommit: object }, const C extends ImportChoices>(
  endpoints: E,
  choices: C,
) {
  const shape = Object.fromEntries(
    Object.entries(choices).map(([state, all]) => [state, z.enum(all, 'choice').default(all[0])]),
  ) as { [S in keyof C & string]: z.ZodDefault<z.ZodEnum<{ [K in C[S][number]]: K }>> }
  const body = z.strictObject(shape)
  return { ...endpoints, importCommit: { ...endpoints.importCommit, body } } as Omit<E, 'importCommit'> & {
    importCommit: E['importCommit'] & { body: typeof body }
  }
}

/** The endpoints of any list's import. */
export type ImportEndpoints = ReturnType<
  typeof importEndpoints<string, Record<never, z.ZodType>, readonly never[]>
>
/** An import into any list. */
export type ImportTask = z.output<ImportEndpoints['importGet']['answer']>
