import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { mostImportRows } from '@kabao/contract/kernel/import'
import { createVault, type Vault } from '../keys/vault.ts'
import { readCsv } from '../sheet/csv.ts'
import { armed } from '../sheet/formula.ts'
import { SheetProblem, type SheetRow } from '../sheet/sheet.ts'
import { readXlsx } from '../sheet/xlsx.ts'
import { printOf } from './compared.ts'
import { headFinder, isExample, isOfWrongRows, type Places } from './head.ts'
import { headOf, headRows } from './head-of-file.ts'
import type { AnyImportRows, SentRow, Staged } from './list-import.ts'
import { cellsPurpose, type FromReader, type ReaderTask } from './reader-task.ts'
import { readRow, sentRow, storedProblems } from './row.ts'

/**
 * Reads a file and sends its rows in COPY's format. It is a separate process, because reading, checking and encrypting 200,000 rows
 * takes seconds in which the service must respond, and because a file that needs too much memory then ends this process and not
 * the service. It ends when its parent ends it or is gone.
 */
export function startReader(rows: AnyImportRows): void {
  // The service has priority.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // If the machine runs out of memory, Linux kills this process first. Other systems have no such file.
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {}
  process.once('disconnect', () => process.exit())
  process.once('message', (task: ReaderTask) => {
    process.on('message', () => {
      untaken--
      goOn?.()
    })
    const run = task.part === 'head' ? readHead : read
    run(rows, task).catch((error: unknown) => {
      if (error instanceof SheetProblem)
        post({ kind: 'problem', problem: error.problem, values: error.values })
      else post({ kind: 'failure', error: error as Error })
    })
  })
}

const post = (what: FromReader) => void process.send?.(what)

/** The most chunks that may be sent and not yet taken; the reader waits at this number. */
const mostUntaken = 4
let untaken = 0
let goOn: (() => void) | null = null

const pieceSize = 128 * 1024
/** The most characters stored of a wrong row's cell: more than any column accepts, so a truncated cell is still refused. */
const mostKept = 1_000

const sourceOf = ({ format }: ReaderTask) => (format === 'csv' ? readCsv : readXlsx)

async function readHead(list: AnyImportRows, task: ReaderTask): Promise<void> {
  const rows: SheetRow[] = []
  for await (const some of sourceOf(task)(task.path, () => undefined)) {
    rows.push(...some.slice(0, headRows))
    if (rows.length >= headRows) break
  }
  post({ kind: 'head', head: headOf(list, rows) })
}

async function read(list: AnyImportRows, task: ReaderTask): Promise<void> {
  const { path, format, importId, titles, timeZone, now, key } = task
  const copied = copier(list, { vault: createVault(key), importId, timeZone, now })
  const head = headFinder(list, titles)
  let places: Places | null = null
  let isEscaped = false
  let rows = 0
  let share = 0
  let text = ''
  const flush = async () => {
    const bytes = new TextEncoder().encode(text)
    text = ''
    untaken++
    post({ kind: 'piece', bytes, rows, share })
    while (untaken >= mostUntaken) {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    }
  }
  for await (const some of sourceOf(task)(path, (now) => {
    share = now
  })) {
    for (const row of some) {
      if (places === null) {
        places = head(row)
        isEscaped = format === 'xlsx' && isOfWrongRows(row.cells)
        continue
      }
      const sent = sentRow(isEscaped ? row.cells.map(armed) : row.cells, places)
      if (Object.keys(sent).length === 0 || isExample(list, sent)) continue
      if (++rows > mostImportRows) throw new SheetProblem('tooManyRows', { limit: mostImportRows })
      text += copied(row, sent)
      if (text.length > pieceSize) await flush()
    }
  }
  if (places === null) head(null)
  if (rows === 0) throw new SheetProblem('noRows')
  await flush()
  post({ kind: 'end', rows })
}

interface Copying {
  vault: Vault
  importId: string
  timeZone: string
  now: number
}

/** Encodes a row as a line of COPY's text format, with the columns in the order of `copyColumns`. */
function copier(rows: AnyImportRows, { vault, importId, timeZone, now }: Copying) {
  return ({ line }: SheetRow, sent: SentRow): string => {
    const start = `${importId}\t${line}\t`
    const read = readRow(rows, sent, { timeZone, now })
    if ('problems' in read) {
      const sealed = vault.seal(JSON.stringify(kept(sent)), cellsPurpose).toString('hex')
      return `${start}wrong\t\\N\t\\N\t${storedProblems(read.problems)}\t\\\\x${sealed}\t\\N\t\\N\n`
    }
    const staged = rows.stage ? rows.stage(read.row, vault) : (read.row as Staged)
    const person = rows.comparedBy?.(read.row) ?? null
    const compared = person ? `${person.mask}\t${printOf(vault, person.value)}` : '\\N\t\\N'
    return `${start}new\t${cell(rows.keyOf(read.row, vault))}\t${cell(JSON.stringify(staged))}\t\\N\t\\N\t${compared}\n`
  }
}

const kept = (sent: SentRow): SentRow =>
  Object.fromEntries(Object.entries(sent).map(([column, text]) => [column, text.slice(0, mostKept)]))

const cell = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] as string) : text

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
