import type { Envelope } from '@kabao/contract/envelope'
import type { AnswerOf, Endpoint, QueryInput } from '@kabao/contract/kernel'
import { readToken } from '../session/session.ts'
import { address, headers, open } from './send.ts'

interface UploadInput<E extends Endpoint> {
  query: QueryInput<E>
  files: readonly File[]
  signal: AbortSignal
  /** How much of it is on its way, 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends files to an endpoint that takes them. What goes wrong is for the file to say, so nothing is shown here.
 * @throws {Refusal} where the service refused; anything else is the transport's own error
 */
export async function upload<E extends Endpoint & { upload?: true }>(
  endpoint: E,
  { query, files, signal, onProgress }: UploadInput<E>,
): Promise<AnswerOf<E>> {
  const token = readToken()
  const form = new FormData()
  for (const file of files) form.append('files', file, file.name)
  // `fetch` does not tell how far a body has come.
  const request = new XMLHttpRequest()
  const envelope = await new Promise<Partial<Envelope<unknown>>>((resolve, reject) => {
    const giveUp = () => request.abort()
    signal.addEventListener('abort', giveUp)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onabort = () => reject(signal.reason)
    request.onerror = () => reject(new Error('The connection broke off'))
    request.onloadend = () => signal.removeEventListener('abort', giveUp)
    request.onload = () => {
      try {
        resolve(JSON.parse(request.responseText))
      } catch {
        reject(new Error(`HTTP ${request.status}`))
      }
    }
    request.open(endpoint.method, address(endpoint.path, {}, query as unknown as Record<string, unknown>))
    for (const [name, value] of Object.entries(headers(token, false))) request.setRequestHeader(name, value)
    if (signal.aborted) reject(signal.reason)
    else request.send(form)
  })
  return open(envelope, token, { signal, quiet: true }) as AnswerOf<E>
}
