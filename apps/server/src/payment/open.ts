import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import type { Collection } from './collections.ts'
import type { LinkPool, Log, Paying } from './payment-context.ts'
import { assignLink, giveBackLink, useLink } from './pool.ts'
import type { ProviderAccount, ProviderServices } from './provider.ts'
import { openProvider } from './providers.ts'

/** The links of the pool. */
export const linkPool: LinkPool = { assignLink, giveBackLink, useLink }

export interface PayingOptions {
  log: Log
  /** Where this instance listens, for services without the setting `open.address`. */
  listensAt(): string
  at?: Paying['at']
}

/** What the parts of payments share on this instance. */
export function createPaying(
  {
    db,
    vault,
    settings,
    outgoing,
    providerOf,
    takesSandbox,
  }: Pick<Services, 'db' | 'vault' | 'settings' | 'outgoing' | 'providerOf' | 'takesSandbox'>,
  { log, listensAt, at }: PayingOptions,
): Paying {
  return {
    db,
    vault,
    settings,
    outgoing,
    pool: linkPool,
    takesSandbox,
    log,
    at,
    clock: () => businessClock(settings),
    baseAddress: () => settings.get('open.address') || listensAt(),
    providerOf: (collection) => providerOf(accountOf(collection)),
  }
}

/** The providers, whose calls leave through `outgoing`. */
export const providersBy =
  (outgoing: Services['outgoing'], notePrevious?: ProviderServices['notePrevious']): Services['providerOf'] =>
  (account) =>
    openProvider(account, {
      outgoing,
      now: () => new Date(),
      ...(notePrevious ? { notePrevious } : {}),
    })

/** A collection channel as its provider is opened with it. */
export const accountOf = ({ id, provider, settings, secrets, previous }: Collection): ProviderAccount => ({
  key: `collection:${id}`,
  kind: provider,
  settings,
  secrets,
  previous,
})

/** The address at which an app listens on this machine; empty before it listens. */
export function listeningAddress(app: FastifyInstance): string {
  const address = app.server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}
