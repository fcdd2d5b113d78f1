import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { Outgoing } from '#platform/outgoing/outgoing'
import type { Settings } from '#platform/settings/settings'
import type { Collection } from './collections.ts'
import type { PaymentProvider } from './provider.ts'

/** What the parts of payments share on one instance. */
export interface Paying {
  db: Db
  vault: Vault
  settings: Settings
  outgoing: Outgoing
  clock(): BusinessClock
  /** The provider that serves a collection channel. */
  providerOf(collection: Collection): PaymentProvider
  pool: LinkPool
  /** Whether collection channels of the built-in sandbox take orders. */
  takesSandbox: boolean
  /** The base address of this service for providers, without a slash at its end. */
  baseAddress(): string
  log: Log
  /** Is called between the transactions and calls of an act; a test ends the instance there. */
  at?: ((point: Point) => Promise<void> | void) | undefined
}

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Where an instance can be ended by a test. */
export type Point = 'opened' | 'routed' | 'created' | 'refundCalled' | 'queried' | 'closed'

/** The links of the pool, each act in the caller's transaction, after the order is locked. */
export interface LinkPool {
  /** Gives an order a link. Asked again, the same one. @returns null if no idle link fits */
  assignLink(
    write: Db,
    order: { orderId: string; productId: string; amountFen: number; collectionId?: string; now?: Date },
  ): Promise<{ linkId: string; url: string } | null>
  /** Makes the link of an order idle again. */
  giveBackLink(write: Db, order: { orderId: string }): Promise<boolean>
  /** Marks the link of an order as used, also after it was given back, while it is idle. @returns false if it is gone */
  useLink(write: Db, order: { orderId: string }): Promise<boolean>
}
