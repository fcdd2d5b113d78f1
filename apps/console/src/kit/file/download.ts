import type { Endpoint, ParamsOf, QueryInput } from '@kabao/contract/kernel/kernel'
import { file } from '@kabao/contract/operations/file'
import { address, headers, open, send } from '../call/send.ts'
import { readToken } from '../session/session.ts'

/**
 * Reads the content of a file. The answer is the file itself; an answer in JSON is an envelope (docs/specification/calls.md).
 * @throws {Refusal} without a message to the reader; the caller decides what to show
 */
export async function fetchFile<E extends Endpoint & { download?: true }>(
  endpoint: E,
  input: FileInput<E> & { signal: AbortSignal },
): Promise<Blob> {
  return (await fetchAnswer(endpoint, input)).blob()
}

export interface FileInput<E extends Endpoint> {
  params: ParamsOf<E>
  query?: QueryInput<E>
}

/** @throws {Refusal} without a message to the reader */
export async function fetchAnswer<E extends Endpoint & { download?: true }>(
  endpoint: E,
  { params, query, signal }: FileInput<E> & { signal: AbortSignal },
): Promise<Response> {
  const token = readToken()
  const at = address(endpoint.path, params, query as Record<string, unknown> | undefined)
  return answered(await fetch(at, { headers: headers(token, false), signal }), token, signal)
}

/** The response if it is a file. @throws {Refusal} without a message to the reader */
export async function answered(
  response: Response,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  if (isEnvelope) {
    open(await response.json(), token, { signal, quiet: true })
    throw new Error('An envelope came in place of a file')
  }
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response
}

/** Lets the browser save these bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started to read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Lets the browser save a file of any size itself: the file goes to the disk and not through the page's memory. */
export async function saveFile(id: string): Promise<void> {
  const { ticket } = await send(file.ticket, { params: { id } })
  saveByTicket(ticket)
}

/** Lets the browser save the file that a ticket opens. */
export function saveByTicket(ticket: string): void {
  const link = document.createElement('a')
  link.href = address(file.download.path, {}, { ticket })
  link.download = ''
  link.click()
}
