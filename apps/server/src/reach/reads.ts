import type { DeliveryReason } from '@kabao/contract/reach/event'
import { sharedRead, sharedReadById } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import type { Delivery } from '#platform/deliveries/kind'
import type { Vault } from '#platform/keys/vault'
import { type DeliveryOfChannel, readSettled } from './decide.ts'
import { readEvents } from './events.ts'
import { findHooks, type Hook } from './hook.ts'
import type { EventValues } from './scope.ts'

/** What is read for deliveries of all targets; what is asked at the same time shares a statement. */
export interface HookReads {
  /** Null: it was deleted. */
  hook(id: string): Promise<Hook | null>
  /** Why a channel is not told, by its settlement; null: nothing keeps it. */
  settled(delivery: DeliveryOfChannel): Promise<DeliveryReason | null>
  /** What templates say of a delivery. */
  event(delivery: Delivery): Promise<EventValues | null>
}

export function createHookReads(db: Db, vault: Vault): HookReads {
  const hooks = sharedReadById((ids) => findHooks(db, [...new Set(ids)]))
  const settled = sharedRead((deliveries: readonly DeliveryOfChannel[]) => readSettled(db, deliveries))
  const events = sharedRead(async (deliveries: readonly Delivery[]) => {
    const found = await readEvents(db, vault, deliveries)
    return deliveries.map(({ id }) => found.get(id) ?? null)
  })
  return { hook: hooks.add, settled: settled.add, event: events.add }
}
