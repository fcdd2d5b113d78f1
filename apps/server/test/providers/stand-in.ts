import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a stand-in of a provider goes wrong after it has done what it was asked. */
export type Fault =
  | 'none'
  | 'drop'
  | '500'
  | 'truncated'
  | 'wrongSignature'
  | 'unsigned'
  | 'otherOrder'
  | 'huge'

export const faults: readonly Fault[] = [
  'drop',
  '500',
  'truncated',
  'wrongSignature',
  'unsigned',
  'otherOrder',
  'huge',
]

export interface StandInRequest {
  method: string
  /** With the query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A real HTTP server on a free port of this machine. */
export async function listen(answer: (request: StandInRequest, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    answer(
      { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body },
      response,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The faults that have nothing to do with signatures. @returns whether it was one */
export function isBroken(fault: Fault, response: ServerResponse, body: string): boolean {
  if (fault === 'drop') response.socket?.destroy()
  else if (fault === '500') response.writeHead(500).end('Internal error')
  else if (fault === 'truncated') response.writeHead(200).end(body.slice(0, -20))
  else if (fault === 'huge') response.writeHead(200).end(body + ' '.repeat(100_000))
  else return false
  return true
}
