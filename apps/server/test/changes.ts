import pg from 'pg'
import { onTestFinished } from 'vitest'
import { changeChannel } from '#platform/db/changes'

/** Records the payloads of the changes that are announced until the test ends. */
export async function recordChanges(pool: pg.Pool): Promise<string[]> {
  const client = new pg.Client(pool.options as pg.ClientConfig)
  await client.connect()
  onTestFinished(() => client.end())
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.query(`listen ${changeChannel}`)
  return payloads
}
