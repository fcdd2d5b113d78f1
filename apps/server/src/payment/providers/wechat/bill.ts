import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod'
import { askForFile, unknown } from '../../ask-provider.ts'
import type { BillDownload, ProviderAccount, ProviderServices } from '../../provider.ts'
import type { WechatClient } from './client.ts'

const told = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().regex(/^[0-9a-fA-F]{40}$/),
  download_url: z.url().max(2048),
})

/** The most bytes of a bill that are hashed, after decompression. */
const mostBytes = 512 * 1024 * 1024

/** Fetches the bill of all transactions of a day. The file is not signed, but its hash is. */
export async function fetchWechatBill(
  client: WechatClient,
  account: ProviderAccount,
  services: ProviderServices,
  day: string,
): Promise<BillDownload> {
  const query = new URLSearchParams({ bill_date: day, bill_type: 'ALL', tar_type: 'GZIP' })
  const answer = await client.call('GET', `/v3/bill/tradebill?${query}`, null, told)
  if (answer.outcome === 'refused') {
    if (answer.code === 'NO_STATEMENT_EXIST') return { outcome: 'empty' }
    if (answer.code === 'STATEMENT_CREATING') return { outcome: 'notReady' }
  }
  if (answer.outcome !== 'read') return answer
  const { download_url: address, hash_value: hash } = answer.value
  const headers = client.headersFor('GET', address, '')
  if (!headers) return { ...unknown('keys'), notSent: true }
  const file = await askForFile(account, services, { address, headers })
  if (file.outcome !== 'file') return file
  if ((await sha1Of(file.bytes)) !== hash.toLowerCase()) return unknown('signature')
  const name = `wechat-${account.settings.merchantNo}-${day}.csv.gz`
  return { outcome: 'bill', name, bytes: once(file.bytes) }
}

/** Of what is in the file; null if it is damaged or too large. */
async function sha1Of(bytes: Buffer): Promise<string | null> {
  const hash = createHash('sha1')
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const plain: AsyncIterable<unknown> = isGzip
    ? pipeline(Readable.from([bytes]), createGunzip(), () => {})
    : once(bytes)
  let size = 0
  try {
    for await (const chunk of plain as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > mostBytes) return null
      hash.update(chunk)
    }
  } catch {
    return null
  }
  return hash.digest('hex')
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
