import { file } from '@kabao/contract/file'
import type { Endpoint, ParamsOf } from '@kabao/contract/kernel'
import { address, headers, open, send } from '../call/send.ts'
import { readToken } from '../session/session.ts'

/**
 * The content of a file. The answer to a download is the file itself; one in JSON is an envelope (decision 20).
 * @throws {Refusal} quietly: whoever wanted to show it shows something else
 */
export async function fetchFile<E extends Endpoint & { download?: true }>(
  endpoint: E,
  { params, signal }: { params: ParamsOf<E>; signal: AbortSignal },
): Promise<Blob> {
  const token = readToken()
  const response = await fetch(address(endpoint.path, params), { headers: headers(token, false), signal })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  if (isEnvelope) {
    open(await response.json(), token, { signal, quiet: true })
    throw new Error('An envelope came in place of a file')
  }
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.blob()
}

/** Lets the browser save a file by itself, however large: it goes to the disk and not through the page's memory. */
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
