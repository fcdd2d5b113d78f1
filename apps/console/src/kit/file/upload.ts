import type { Envelope } from '@kabao/contract/kernel/envelope'
import type { AnswerOf, Endpoint, QueryInput } from '@kabao/contract/kernel/kernel'
import { address, headers, open } from '../call/send.ts'
import { readToken } from '../session/session.ts'

interface UploadInput<E extends Endpoint> {
  query: QueryInput<E>
  files: readonly File[]
  signal: AbortSignal
  /** The part that has been sent, 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends files to an endpoint that accepts them. Shows no error, because the field shows it at the file.
 * @throws {Refusal} if the service refused; any other error comes from the transport
 */
export async function upload<E extends Endpoint & { upload?: true }>(
  endpoint: E,
  { query, files, signal, onProgress }: UploadInput<E>,
): Promise<AnswerOf<E>> {
  const token = readToken()
  const form = new FormData()
  for (const file of files) form.append('files', file, file.name)
  // `fetch` does not report the progress of a request body.
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
