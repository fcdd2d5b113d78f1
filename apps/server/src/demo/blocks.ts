import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import type { Vault } from '#platform/keys/vault'
import { type Cell, copyPieces, lineOf, pieceLength } from './copy.ts'
import {
  activeColumns,
  type Facts,
  factColumns,
  factDeltaColumns,
  matchedColumns,
  visitorColumns,
} from './facts.ts'
import type { Partners } from './partners.ts'
import { type Crowd, person } from './people.ts'
import { attemptColumns, attemptRows, pushColumns, pushRow, runColumns, runRow, sentOf } from './pushes.ts'
import type { Judge } from './risk.ts'
import { userColumns, userRow } from './users.ts'
import { type VisitsOf, visitColumns } from './visits.ts'

/** So many people are stored together, with all that follows from them. */
const blockSize = 10_000
/** After so many people the next block waits for the connection, so that PostgreSQL is never short of rows. */
const sliceSize = 20

/** The tables of a block, in the order in which they are filled. */
const columnsOf = {
  '"user"': userColumns,
  push_record: pushColumns,
  push_attempt: attemptColumns,
  match_run: runColumns,
  visit: visitColumns,
  fact: factColumns,
  fact_delta: factDeltaColumns,
  active_user: activeColumns,
  matched_user: matchedColumns,
  visitor_delta: visitorColumns,
} as const
type Table = keyof typeof columnsOf
type Block = Record<Table, Rows>

/** What the rows of a person depend on. */
export interface Making {
  crowd: Crowd
  /** The number of the first person. */
  start: number
  partners: Partners
  vault: Vault
  judge: Judge
  visitsOf: VisitsOf
  /** Makes the rows of the statistics; null: the triggers of the tables make them. */
  facts: Facts | null
}

/**
 * Stores the people with their pushes, attempts, runs of the match, visits and facts, block by block. Each person is made once, and the
 * next block is made while PostgreSQL stores the one before.
 */
export async function copyPeople(client: pg.PoolClient, making: Making): Promise<void> {
  const { size } = making.crowd
  let next = makeBlock(making, 0)
  for (let at = 0; at < size; at += blockSize) {
    const block = await next
    if (at + blockSize < size) next = makeBlock(making, at + blockSize)
    // The plans of the triggers are those of the tables' size now.
    await client.query('discard plans')
    for (const [table, columns] of Object.entries(columnsOf)) {
      const rows = block[table as Table]
      if (!rows.isEmpty) await copyPieces(client, table, columns, rows.pieces())
    }
  }
}

/** The rows of a table, as COPY reads them. */
class Rows {
  readonly #pieces: Buffer[] = []
  #text = ''

  add(row: readonly Cell[]): void {
    this.#text += lineOf(row)
    if (this.#text.length > pieceLength) this.#cut()
  }

  get isEmpty(): boolean {
    return this.#text === '' && this.#pieces.length === 0
  }

  /** Each piece is forgotten when it was read. */
  *pieces(): Generator<Buffer> {
    this.#cut()
    for (const [at, piece] of this.#pieces.entries()) {
      this.#pieces[at] = Buffer.alloc(0)
      yield piece
    }
  }

  #cut(): void {
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

async function makeBlock(making: Making, first: number): Promise<Block> {
  const block = Object.fromEntries(Object.keys(columnsOf).map((table) => [table, new Rows()])) as Block
  const end = Math.min(first + blockSize, making.crowd.size)
  for (let at = first; at < end; at++) {
    addPerson(block, making, making.start + at)
    if (at % sliceSize === 0) await setImmediate()
  }
  return block
}

function addPerson(
  block: Block,
  { crowd, partners, vault, judge, visitsOf, facts }: Making,
  row: number,
): void {
  const made = person(row, crowd)
  const channelId = partners.channels[made.channel % partners.channels.length] as string
  const pushes = sentOf(made, row, { crowd, channelId, partners })
  const level = judge.levelOf(made, pushes)
  const risk = level && { level, at: judge.at }
  block['"user"'].add(userRow(made, row, { crowd, channelId, vault, risk }))
  for (const sent of pushes) {
    block.push_record.add(pushRow(sent, partners))
    for (const attempt of attemptRows(sent)) block.push_attempt.add(attempt)
    const run = runRow(sent, partners)
    if (run) block.match_run.add(run)
  }
  const visits = visitsOf(made, row, channelId)
  for (const { cells } of visits) block.visit.add(cells)
  facts?.addPerson(block, { made, userId: row + 1, channelId, pushes, visits })
}
