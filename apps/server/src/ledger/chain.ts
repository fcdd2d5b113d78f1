import { createHash } from 'node:crypto'

/** What is hashed of a transfer of a guarded account. Amounts are in fen; `at` is in milliseconds since 1970. */
export interface ChainLink {
  previousHash: Buffer
  accountId: string
  number: number
  id: string
  at: number
  debitAccountId: string
  creditAccountId: string
  amountFen: number
  balanceAfterFen: number
  kind: string
  refKind: string
  refId: string
  /** `yyyy-mm-dd` */
  businessDay: string
  byAdmin: string | null
  reversesId: string | null
}

/** The previous hash of the first transfer of an account. */
export const chainStart: Buffer = Buffer.alloc(32)

/**
 * The text whose SHA-256 is the hash of a transfer: one field a line, none after the last. `transfer_text` of migration 0036 makes
 * the same; a test compares them.
 */
export const transferText = (link: ChainLink): string =>
  [
    link.previousHash.toString('hex'),
    link.accountId,
    link.number,
    link.id,
    link.at,
    link.debitAccountId,
    link.creditAccountId,
    link.amountFen,
    link.balanceAfterFen,
    link.kind,
    link.refKind,
    link.refId,
    link.businessDay,
    link.byAdmin ?? 0,
    link.reversesId ?? 0,
  ].join('\n')

/** The hash of a transfer, over its own fields and the hash of the one before it. */
export const hashOf = (link: ChainLink): Buffer => createHash('sha256').update(transferText(link)).digest()
