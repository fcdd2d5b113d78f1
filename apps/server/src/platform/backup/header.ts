import { createHash, createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import { StartRefusal } from '../base/refusal.ts'

/** The first bytes of a backup: a name and the version of the format. */
const magic = Buffer.from('KABAOBK1')
const maxHeader = 16 * 1024 * 1024

const relation = z.object({ schema: z.string(), name: z.string() })

/** What a reader must know before the first row. It is not encrypted, so it holds names and numbers only. */
const header = z.object({
  /** When the snapshot was taken, ISO 8601. */
  takenAt: z.string(),
  /** The newest migration of the database. */
  migration: z.string(),
  /** The check value of the data key, which is not in the backup; null if the database has none. */
  dataKeyCheck: z.string().nullable(),
  /** The one of the key that was being replaced, without which a part of the values cannot be read. */
  formerKeyCheck: z.string().nullable().default(null),
  /** The tables in the order of the backup, with about how many rows they have. */
  tables: z.array(relation.extend({ columns: z.array(z.string()), about: z.number() })),
  partitions: z.array(relation.extend({ parent: z.string(), bounds: z.string() })),
  sequences: z.array(relation.extend({ value: z.string(), isCalled: z.boolean() })),
  /** The queues of the background jobs, each with its policy. */
  queues: z.array(z.object({ name: z.string(), policy: z.string() })),
})
export type Header = z.infer<typeof header>

const envelope = header.extend({ salt: z.string(), keyCheck: z.string() })

/** Writes the first bytes of a backup. @returns the bytes, and the key of the encrypted rest */
export async function writeHeader(secret: string, fields: Header): Promise<{ bytes: Buffer; key: Buffer }> {
  const salt = randomBytes(32).toString('base64')
  const master = await masterOf(secret, salt)
  const text = Buffer.from(JSON.stringify({ ...fields, salt, keyCheck: checkOf(master) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return { bytes: Buffer.concat([magic, length, text]), key: keyOf(master, text) }
}

/**
 * Reads the first bytes of a backup.
 * @param take gives the next n bytes; fewer if the backup ends
 * @throws StartRefusal if it is no backup, or was made with another key
 */
export async function readHeader(
  secret: string,
  take: (length: number) => Promise<Buffer>,
): Promise<{ header: Header; key: Buffer }> {
  const first = await take(magic.length + 4)
  const length = first.length === magic.length + 4 ? first.readUInt32BE(magic.length) : 0
  if (!first.subarray(0, magic.length).equals(magic) || length === 0 || length > maxHeader)
    throw new StartRefusal('This is not a backup of Kabao, or its beginning is damaged.')
  const text = await take(length)
  const read = envelope.safeParse(jsonIn(text))
  if (!read.success) throw new StartRefusal('The backup is damaged: its header cannot be read.')
  const { salt, keyCheck, ...fields } = read.data
  const master = await masterOf(secret, salt)
  if (!isSame(checkOf(master), keyCheck))
    throw new StartRefusal('BACKUP_KEY is not the key that this backup was made with.')
  return { header: fields, key: keyOf(master, text) }
}

/** 128 MiB and some tenths of a second for each guess. Source: the scrypt parameters that OWASP recommends. */
const scryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

const masterOf = (secret: string, salt: string) =>
  promisify<string, string, number, object, Buffer>(scrypt)(secret, salt, 32, scryptOptions)

const checkOf = (master: Buffer) =>
  createHmac('sha256', master).update('kabao backup check 1').digest('base64')

/** The header is bound into the key: no chunk opens behind a header that was changed. */
const keyOf = (master: Buffer, text: Buffer) =>
  Buffer.from(hkdfSync('sha256', master, createHash('sha256').update(text).digest(), 'kabao backup 1', 32))

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function jsonIn(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return null
  }
}
