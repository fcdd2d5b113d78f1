import type { BodyInput, Endpoint } from '@kabao/contract/kernel/kernel'
import { address, headers } from '../call/send.ts'
import { answered, type FileInput, fetchAnswer, saveBlob } from './download.ts'

/**
 * Saves a file that an endpoint generates on demand, under the name that the service gives it.
 * @throws {Refusal} without a message to the reader
 */
export async function saveAnswer<E extends Endpoint & { download?: true }>(
  endpoint: E,
  input: FileInput<E>,
): Promise<void> {
  await save(await fetchAnswer(endpoint, { ...input, signal: new AbortController().signal }))
}

/**
 * Like `saveAnswer`, without a session, from a body: no log of addresses keeps what it holds.
 * @throws {Refusal} without a message to the reader
 */
export async function savePosted<E extends Endpoint & { download?: true }>(
  endpoint: E,
  body: BodyInput<E>,
): Promise<void> {
  const { signal } = new AbortController()
  const request = {
    method: endpoint.method,
    headers: headers(null, true),
    body: JSON.stringify(body),
    signal,
  }
  await save(await answered(await fetch(address(endpoint.path, {}), request), null, signal))
}

async function save(response: Response): Promise<void> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveBlob(name === undefined ? '' : decodeURIComponent(name), await response.blob())
}

/** Lets the browser save a text as a file. */
export function saveText(name: string, text: string, mediaType: string): void {
  saveBlob(name, new Blob([text], { type: mediaType }))
}
