import { chmod, readFile, writeFile } from 'node:fs/promises'
import { flows } from '@kabao/contract/users/user'
import { sql } from 'kysely'
import * as z from 'zod'
import { findLiveKey, readCheckKeys } from '#partners'
import { StartRefusal } from '#platform/base/refusal'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** In `DATA_DIR`. */
export const keysFileName = 'demo-keys.json'

const trafficKeys = z.object({
  /** The channels that are played. */
  channels: z
    .array(
      z.object({
        channelId: z.string(),
        code: z.string(),
        flow: z.enum(flows),
        key: z.string(),
        secret: z.string(),
      }),
    )
    .min(1),
  /** The key under which channels hash phones; null: no checks are sent. */
  checkKey: z.string().nullable(),
  /** The address of the partner that plays the organizations, such as `http://127.0.0.1:9010`; null: it is not asked. */
  partner: z.string().nullable(),
  /** The codes of the organizations that it plays. */
  orgs: z.array(z.string()),
  /** The ids of the products that users order; none: nothing is ordered. */
  products: z.array(z.string()).default([]),
})

/** What made-up traffic needs to sign as channels. It holds secrets: never log it. */
export type TrafficKeys = z.output<typeof trafficKeys>
export type ChannelKey = TrafficKeys['channels'][number]

/** The channels of the demo that may call from any address, with their keys. @param codes of the channels, as a pattern of SQL */
export async function readChannelKeys(db: Db, vault: Vault, codes: string): Promise<ChannelKey[]> {
  const { rows } = await sql<{ channelId: string; code: string; flow: ChannelKey['flow']; key: string }>`
    select c.id as "channelId", c.code, c.flow, k.key from channel c join api_key k on k.channel_id = c.id
    where c.code like ${codes} and c.status = 'enabled' and c.allowed_ips = '{}' and not k.is_sandbox and k.revoked_at is null
    order by c.code`.execute(db.withoutPlugins())
  const channels: ChannelKey[] = []
  for (const row of rows) {
    const [secret] = (await findLiveKey(db, vault, row.key))?.secrets ?? []
    if (secret) channels.push({ ...row, secret: secret.value })
  }
  return channels
}

/** The first live check key. */
export const readCheckKey = async (db: Db, vault: Vault): Promise<string | null> =>
  (await readCheckKeys(db, vault))[0]?.value ?? null

/** The products that are on sale, without a link pool, at a price. */
export async function readProducts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from product where status = 'onSale' and price_fen > 0 and pool_idle is null
      and not exists (select from pool_link l where l.product_id = product.id) and coalesce(stock, 1) > 0
    order by id limit 50`.execute(db.withoutPlugins())
  return rows.map(({ id }) => id)
}

/** Writes the file of keys, which only its owner may read. */
export async function writeKeysFile(path: string, keys: TrafficKeys): Promise<void> {
  await writeFile(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  // The mode above is only for a new file.
  await chmod(path, 0o600)
}

/** @throws StartRefusal if there is no such file, or it is not one of keys */
export async function readKeysFile(path: string): Promise<TrafficKeys> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartRefusal(
      `There is no file of keys at ${path}; the embedded demo writes one when it starts.`,
    )
  })
  try {
    return trafficKeys.parse(JSON.parse(text))
  } catch {
    throw new StartRefusal(`The file of keys at ${path} does not have the form that the demo writes.`)
  }
}
