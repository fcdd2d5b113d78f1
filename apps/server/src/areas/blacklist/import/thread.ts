import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { mostImportRows } from '@kabao/contract/blacklist-import'
import { readCsv } from '../../../sheet/csv.ts'
import { SheetProblem, type SheetRow } from '../../../sheet/sheet.ts'
import { readXlsx } from '../../../sheet/xlsx.ts'
import { openVault } from '../../../vault.ts'
import { stored } from '../entry.ts'
import { type Places, readHead } from './columns.ts'
import { readRow, type SentRow, sentRow, storedProblems } from './row.ts'
import { cellsPlace, type FromThread, type ThreadTask } from './thread-task.ts'

/**
 * Reads a file and hands on its rows as COPY takes them. It is a thread of its own: reading, checking and sealing two hundred
 * thousand rows takes seconds, in which the service goes on answering.
 */

// What answers calls goes first. Linux means the thread that asks, other systems the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { path, format, importId, timeZone, key } = workerData as ThreadTask
const port = parentPort as NonNullable<typeof parentPort>
const vault = openVault(key)
const say = (what: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(what, transfer)

/** Pieces that were sent and not yet taken; more than this and the reading waits. */
const mostUntaken = 4
let untaken = 0
let goOn: (() => void) | null = null
port.on('message', () => {
  untaken--
  goOn?.()
})

const pieceSize = 128 * 1024

async function read(): Promise<void> {
  const now = Date.now()
  let places: Places | null = null
  let rows = 0
  let share = 0
  let text = ''
  const flush = async () => {
    const bytes = new TextEncoder().encode(text)
    text = ''
    untaken++
    say({ kind: 'piece', bytes, rows, share }, [bytes.buffer as ArrayBuffer])
    while (untaken >= mostUntaken) {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    }
  }
  const source = format === 'csv' ? readCsv : readXlsx
  for await (const some of source(path, (now) => {
    share = now
  })) {
    for (const row of some) {
      if (places === null) {
        places = readHead(row.cells)
        continue
      }
      const sent = sentRow(row.cells, places)
      if (Object.keys(sent).length === 0) continue
      if (++rows > mostImportRows) throw new SheetProblem('tooManyRows', { limit: mostImportRows })
      text += copied(row, sent, now)
      if (text.length > pieceSize) await flush()
    }
  }
  if (places === null || rows === 0) throw new SheetProblem('noRows')
  await flush()
  say({ kind: 'end', rows })
}

/** A line of COPY's text format, its columns in the order of `copyColumns`. */
function copied({ line }: SheetRow, sent: SentRow, now: number): string {
  const start = `${importId}\t${line}\t`
  const read = readRow(sent, timeZone, now)
  if ('problems' in read) {
    const sealed = vault.seal(JSON.stringify(sent), cellsPlace).toString('hex')
    return `${start}wrong\t\\N\t\\N\t\\N\t\t\\N\t\t${storedProblems(read.problems)}\t\\\\x${sealed}\n`
  }
  const { kind, value, reason, expiresAt, remark } = read.row
  const { value: keyed, valueSealed } = stored(vault, kind, value)
  const sealed = valueSealed ? `\\\\x${valueSealed.toString('hex')}` : '\\N'
  return `${start}new\t${kind}\t${cell(keyed)}\t${sealed}\t${cell(reason)}\t${expiresAt ?? '\\N'}\t${cell(remark)}\t\\N\t\\N\n`
}

const cell = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] as string) : text

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

read().catch((error: unknown) => {
  if (error instanceof SheetProblem) say({ kind: 'problem', problem: error.problem, values: error.values })
  else throw error
})
