import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Config } from '#platform/config/config'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { startDemoPostbacks } from './hooks.ts'
import { startDemoPartner } from './partner.ts'
import { startRefunds } from './refunds.ts'
import { startDemoSandbox } from './sandbox.ts'
import {
  keysFileName,
  readChannelKeys,
  readCheckKey,
  readProducts,
  type TrafficKeys,
  writeKeysFile,
} from './traffic/keys.ts'
import { startLiveTraffic } from './traffic/live.ts'

/** What runs beside the service in the embedded demo. */
export interface LiveDemo {
  /** `host:port` of the built-in partner and the built-in payment provider, which the service may call. */
  targets: string[]
  /** Begins the made-up traffic, if it is wanted. @param address where the service listens */
  begin(address: AddressInfo, log: { warn(details: object, message: string): void }): void
  stop(): Promise<void>
}

/**
 * Starts the built-in partner and the built-in payment provider of the embedded demo, and writes the keys of its channels into a file in `DATA_DIR`, for
 * `npm run simulate`.
 * @param db of the embedded database
 */
export async function startLiveDemo(db: Db, vault: Vault, config: Config): Promise<LiveDemo> {
  const { partner, target, orgs } = await startDemoPartner(db)
  await startDemoPostbacks(db, partner, target)
  const paid = await startDemoSandbox(db, vault)
  const keys: TrafficKeys = {
    channels: await readChannelKeys(db, vault, 'demo__'),
    checkKey: await readCheckKey(db, vault),
    partner: `http://${target}`,
    orgs,
    products: paid ? await readProducts(db) : [],
  }
  // A user of the embedded database may have removed the demo's channels.
  const hasChannels = keys.channels.length > 0
  if (hasChannels) await writeKeysFile(join(config.dataDir, keysFileName), keys)
  let end = async () => {}
  let endRefunds = async () => {}
  return {
    targets: [target, ...(paid ? [paid.target] : [])],
    begin({ address, family, port }, log) {
      if (!config.demoTraffic || !hasChannels || !config.serve.has('open')) return
      const isEverywhere = address === '0.0.0.0' || address === '::'
      const host = isEverywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address
      const answered = config.allowedHosts?.names ?? []
      if (paid) endRefunds = startRefunds(db, log)
      end = startLiveTraffic({
        url: `http://${host}:${port}`,
        keys,
        log,
        host: answered.length === 0 || answered.includes(host) ? undefined : answered[0],
      })
    },
    async stop() {
      await Promise.all([end(), endRefunds()])
      await Promise.all([partner.stop(), paid?.sandbox.stop()])
    },
  }
}
