import type { Language } from '@kabao/contract/language'
import { literalSql } from '#db/literal-sql'
import type { JobServices } from '#jobs/job'
import { calendarDay } from '#settings/business-clock'
import { type Copied, copyOut } from './copy-out.ts'
import { readCopyText } from './copy-text.ts'
import type { AnyListExport, ExportBody, ExportContext } from './list-export.ts'
import { fileName, sheetName } from './names.ts'
import { selectRows, sheetOf } from './select.ts'
import { contentOf, csvHead, type Written, writeFile } from './write.ts'

/** A list has more rows than may be exported. */
export class TooManyRows extends Error {
  override name = 'TooManyRows'
}

interface Wanted {
  list: AnyListExport
  /** The request, checked by the body of the list. */
  body: ExportBody
  language: Language
  /** Of whose rows; null: all. */
  owner: string | null
  /** Where to write it on a local disk. */
  path: string
}

interface Writing {
  signal: AbortSignal
  /** Called when the rows begin to arrive. */
  watch?: (copied: Pick<Copied, 'soFar'>) => void
}

/**
 * Writes the whole file of a list as PostgreSQL sends it.
 * @returns the file, its name, and how many rows it has
 * @throws TooManyRows
 */
export async function writeListFile(
  { db, pool, vault, settings }: Pick<JobServices, 'db' | 'pool' | 'vault' | 'settings'>,
  { list, body, language, owner, path }: Wanted,
  { signal, watch }: Writing,
): Promise<{ rows: number; file: Written; name: string }> {
  const context: ExportContext = {
    ...{ language, format: body.format, settings, vault },
    timezone: settings.get('business.timezone'),
    today: calendarDay(settings),
  }
  const rows = await list.rows({ db, vault, settings, owner }, body)
  const most = settings.get('export.maxRows')
  const name = fileName(list.resource, body.format, context)
  const sheet = sheetOf(list, body, context)
  const nameOf = sheetName(list.resource, language)
  if (rows === null)
    return { rows: 0, file: await writeFile(path, contentOf(body.format, sheet, none(), nameOf)), name }
  const statement = literalSql(selectRows(list, rows, body, context, most + 1))
  // As the database writes it, if no cell needs further processing.
  const isDirect = body.format === 'csv' && sheet.reads.every((read) => read === undefined)
  return copyOut(pool, { statement, format: isDirect ? 'csv' : 'text' }, async (copied) => {
    watch?.(copied)
    const content = isDirect
      ? directCsv(csvHead(sheet), copied)
      : contentOf(body.format, sheet, readCopyText(copied.pieces), nameOf)
    const file = await writeFile(path, content, signal)
    if (copied.total() > most) throw new TooManyRows()
    return { rows: copied.total(), file, name }
  })
}

async function* directCsv(head: string, { pieces }: Copied) {
  yield head
  yield* pieces
}

async function* none(): AsyncGenerator<never> {}
