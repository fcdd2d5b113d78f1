import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How a ticket begins, so that one is recognised where it does not belong. */
const prefix = 'tk_'
/** The random bytes after the eight of the id. */
const randomLength = 24
const form = /^tk_[\w-]{43}$/

/** A ticket: the id of its push, by which it is found, and random bytes, of which only a hash is stored. */
export function newTicket(pushId: string): { ticket: string; hash: Buffer } {
  const id = Buffer.alloc(8)
  id.writeBigInt64BE(BigInt(pushId))
  const ticket = prefix + Buffer.concat([id, randomBytes(randomLength)]).toString('base64url')
  return { ticket, hash: hashOf(ticket) }
}

/** The id that a ticket names; null if it has another form. */
export function pushIdOf(ticket: string): string | null {
  if (!form.test(ticket)) return null
  const id = Buffer.from(ticket.slice(prefix.length), 'base64url').readBigInt64BE()
  return id > 0n ? String(id) : null
}

/** Whether a ticket is the one with this hash. */
export const isTicket = (ticket: string, hash: Buffer): boolean => timingSafeEqual(hashOf(ticket), hash)

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()
