import { rm } from 'node:fs/promises'
import type { Language } from '@kabao/contract/kernel/language'
import { literalSql } from '../db/literal-sql.ts'
import type { ReadFrom } from '../db/long-reads.ts'
import { type Written, writeFile } from '../files/write.ts'
import type { JobServices } from '../jobs/job.ts'
import { calendarDay } from '../settings/business-clock.ts'
import { type Copied, copyOut } from './copy-out.ts'
import { readCopyText } from './copy-text.ts'
import type { AnyListExport, ExportBody, ExportContext } from './list-export.ts'
import { fileName, sheetName } from './names.ts'
import { selectRows, sheetOf } from './select.ts'
import { contentOf, csvHead } from './write.ts'

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

/** A written file of a list, its name, and how many rows it has. */
interface ListFile {
  rows: number
  file: Written
  name: string
}

type Source = Pick<JobServices, 'db' | 'pool' | 'vault' | 'settings'>

/**
 * Writes the whole file of a list as PostgreSQL sends it: the replica if it is near enough, else the primary.
 * @throws TooManyRows
 */
export async function writeListFile(
  { db, pool, longReads, ...services }: Source & Pick<JobServices, 'longReads'>,
  wanted: Wanted,
  writing: Writing,
): Promise<ListFile> {
  const write = async (from: ReadFrom) => {
    // Of a read that the replica ended.
    await rm(wanted.path, { force: true })
    return writeFrom({ ...services, ...from }, wanted, writing)
  }
  return longReads ? longReads.run({ db, pool }, write) : write({ db, pool })
}

async function writeFrom(
  { db, pool, vault, settings }: Source,
  { list, body, language, owner, path }: Wanted,
  { signal, watch }: Writing,
): Promise<ListFile> {
  const context: ExportContext = {
    language,
    format: body.format,
    settings,
    vault,
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
