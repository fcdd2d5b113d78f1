import type pg from 'pg'
import { type ChainLink, hashOf } from '#ledger'
import { timeIdAt } from '#platform/db/partitions'
import { type Cell, copyRows } from './copy.ts'

/** The demo's business days are those of Asia/Shanghai, which has no summer time. */
export const zoneMs = 8 * 3_600_000

/** The business day of an instant, `yyyy-mm-dd`. @param at milliseconds since 1970 */
export const businessDayOf = (at: number): string => new Date(at + zoneMs).toISOString().slice(0, 10)

/** A guarded account with what is booked on it so far. */
export interface ChainEnd {
  accountId: string
  balanceFen: number
  transfers: number
  hash: Buffer
}

interface NewTransfer {
  kind: 'recharge' | 'charge' | 'cost'
  amountFen: number
  /** Whether the balance falls by the amount. */
  isTaken: boolean
  /** The account on the other side. */
  otherId: string
  /** Milliseconds since 1970; a transfer is never earlier than the one before it. */
  at: number
  ref: readonly [kind: string, id: string]
}

/** Adds transfers to the chain of a guarded account, in order. */
export function openChain({ accountId, ...end }: ChainEnd, lowId: () => bigint) {
  const links: ChainLink[] = []
  let { balanceFen, transfers: number, hash: previousHash } = end
  let lastAt = 0
  return {
    links,
    balance: () => balanceFen,
    number: () => number,
    lastAt: () => lastAt,
    add({ kind, amountFen, isTaken, otherId, at: wantedAt, ref: [refKind, refId] }: NewTransfer): void {
      const at = Math.max(wantedAt, lastAt)
      balanceFen += isTaken ? -amountFen : amountFen
      const link: ChainLink = {
        previousHash,
        accountId,
        number: ++number,
        at,
        amountFen,
        kind,
        refKind,
        refId,
        id: (BigInt(timeIdAt(at)) + lowId()).toString(),
        debitAccountId: isTaken ? accountId : otherId,
        creditAccountId: isTaken ? otherId : accountId,
        balanceAfterFen: balanceFen,
        businessDay: businessDayOf(at),
        byAdmin: null,
        reversesId: null,
      }
      links.push(link)
      previousHash = hashOf(link)
      lastAt = at
    },
  }
}

/** How many values the lower bits of an id have. */
const lowIds = 2 ** 22

/**
 * The lower bits of the ids of transfers, one after the other, so that no two of one instant are equal.
 * @param most how many are taken at most
 */
export async function openLowIds(client: pg.PoolClient, most: number): Promise<() => bigint> {
  const { rows } = await client.query<{ first: string }>(`select nextval('time_id_seq') as first`)
  let next = Number(rows[0]?.first ?? 0)
  await client.query(`select setval('time_id_seq', $1)`, [(next + most) % lowIds])
  return () => BigInt(next++ % lowIds)
}

/** Stores the transfers of an account, and the end of its chain. */
export async function storeChain(client: pg.PoolClient, links: readonly ChainLink[]): Promise<void> {
  const end = links.at(-1)
  if (!end) return
  await copyRows(client, 'transfer', transferColumns, links.map(cellsOf))
  await copyRows(
    client,
    'transfer_ref',
    ['kind', 'ref_kind', 'ref_id', 'transfer_id'],
    links.map(({ kind, refKind, refId, id }) => [kind, refKind, refId, id]),
  )
  await client.query('update account set balance_fen = $2, transfers = $3, hash = $4 where id = $1', [
    end.accountId,
    end.balanceAfterFen,
    end.number,
    hashOf(end),
  ])
}

const transferColumns = [
  'id',
  'at',
  'debit_account_id',
  'credit_account_id',
  'amount_fen',
  'kind',
  'ref_kind',
  'ref_id',
  'business_day',
  'account_id',
  'number',
  'balance_after_fen',
  'previous_hash',
  'hash',
]

const cellsOf = (link: ChainLink): Cell[] => [
  link.id,
  new Date(link.at).toISOString(),
  link.debitAccountId,
  link.creditAccountId,
  link.amountFen,
  link.kind,
  link.refKind,
  link.refId,
  link.businessDay,
  link.accountId,
  link.number,
  link.balanceAfterFen,
  link.previousHash,
  hashOf(link),
]
