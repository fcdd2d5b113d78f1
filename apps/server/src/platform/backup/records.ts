import { StartRefusal } from '../base/refusal.ts'
import type { Take } from './take.ts'

/** What stands behind the header, compressed and encrypted: a row of records, each with its kind, its length and its content. */
export type RecordOf =
  | { kind: 'table'; schema: string; name: string }
  | { kind: 'tableEnd'; rows: number }
  | { kind: 'file'; key: string; mediaType: string; sha256: string; size: number }
  | { kind: 'fileEnd' }
  | { kind: 'end'; tables: number; rows: number; files: number; missing: string[] }

/** Bytes of the table or file that began before. */
export interface Data {
  kind: 'data'
  bytes: Buffer
}

const jsonKind = 1
const dataKind = 2
const maxLength = 64 * 1024 * 1024

export const recordBytes = (record: RecordOf): Buffer => framed(jsonKind, Buffer.from(JSON.stringify(record)))

export const dataBytes = (bytes: Buffer): Buffer => framed(dataKind, bytes)

function framed(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(kind)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** @throws StartRefusal if they end before the record `end` */
export async function* readRecords(take: Take): AsyncGenerator<RecordOf | Data> {
  for (;;) {
    const head = await take(5)
    const length = head.length === 5 ? head.readUInt32BE(1) : maxLength + 1
    const content = length <= maxLength ? await take(length) : head
    if (content.length !== length) throw new StartRefusal('The backup is damaged: a record is not whole.')
    if (head[0] === dataKind) {
      yield { kind: 'data', bytes: content }
      continue
    }
    const record = JSON.parse(content.toString('utf8')) as RecordOf
    yield record
    if (record.kind === 'end') {
      // Reads on, so that the last chunk is checked.
      if ((await take(1)).length > 0)
        throw new StartRefusal('The backup is damaged: something follows its end.')
      return
    }
  }
}
