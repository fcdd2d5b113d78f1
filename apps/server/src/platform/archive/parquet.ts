import { setImmediate as turn } from 'node:timers/promises'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ParquetQueryFilter, parquetMetadata, parquetReadObjects, rowIndex } from 'hyparquet'
import { ByteWriter, parquetWrite } from 'hyparquet-writer'
import type { ArchivedColumn, ArchivedRow } from './archived-table.ts'

/** A condition on the columns of a file, in the form of hyparquet; numbers of 64 bits are `bigint`. */
export type ArchiveFilter = ParquetQueryFilter

/** So many rows are packed, read or compared at once; in between the process answers others. */
export const groupRows = 1_000

const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const packers = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, level) }
const unpackers = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }

/** Rows as a Parquet file, compressed by Zstandard, with the least and the greatest value of each column in each group of rows. */
export async function writeParquet(
  columns: readonly ArchivedColumn[],
  rows: readonly ArchivedRow[],
): Promise<Buffer> {
  const writer = Object.assign(new ByteWriter(), { flush: () => turn() })
  await parquetWrite({
    writer,
    codec: 'ZSTD',
    compressors: packers,
    rowGroupSize: groupRows,
    createdBy: 'kabao',
    columnData: columns.map(({ name, type }) => ({
      name,
      type,
      data: rows.map((row) => written(row[name] ?? null, type)),
    })),
  })
  return Buffer.from(writer.getBytes())
}

const written = (value: ArchivedRow[string] | null, type: ArchivedColumn['type']) =>
  type === 'INT64' && value !== null ? BigInt(value as string) : value

/** A Parquet file in memory. */
export interface ParquetFile {
  rows: number
  /** The places of the rows that meet a condition, from 0, in ascending order. */
  find(filter: ArchiveFilter): Promise<number[]>
  /** The rows from one place until before another, with all columns. */
  read(from: number, to: number): Promise<ArchivedRow[]>
}

/** @throws if it is no Parquet file */
export function openParquet(bytes: Buffer): ParquetFile {
  const metadata = parquetMetadata(bytes)
  const opened = {
    file: {
      byteLength: bytes.length,
      slice: (start: number, end?: number) => new Uint8Array(bytes.subarray(start, end)).buffer,
    },
    metadata,
    compressors: unpackers,
  }
  return {
    rows: Number(metadata.num_rows),
    async find(filter) {
      const found = await parquetReadObjects({ ...opened, columns: ['id'], filter, includeRowIndex: true })
      return found.map((row) => Number(row[rowIndex]))
    },
    async read(from, to) {
      const read: ArchivedRow[] = []
      for (let rowStart = from; rowStart < to; rowStart += groupRows) {
        const rowEnd = Math.min(to, rowStart + groupRows)
        const rows = await parquetReadObjects({ ...opened, rowStart, rowEnd })
        for (const row of rows) read.push(shown(row))
        await turn()
      }
      return read
    },
  }
}

const shown = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  ) as ArchivedRow
