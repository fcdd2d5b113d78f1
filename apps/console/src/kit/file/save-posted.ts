import type { BodyInput, Endpoint } from '@kabao/contract/kernel'
import { address, headers } from '../call/send.ts'
import { answered, saveResponse } from './download.ts'

/**
 * Saves a file that an endpoint generates from a body, which no log of an address keeps.
 * @throws {Refusal} without a message to the reader
 */
export async function savePosted<E extends Endpoint & { download?: true }>(
  endpoint: E,
  body: BodyInput<E>,
): Promise<void> {
  const { signal } = new AbortController()
  const response = await fetch(address(endpoint.path, {}), {
    method: endpoint.method,
    headers: headers(null, true),
    body: JSON.stringify(body),
    signal,
  })
  await saveResponse(await answered(response, null, signal))
}
