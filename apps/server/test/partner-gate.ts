import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a call to a partner is stopped. */
export interface CallPoint {
  /** `before`: the partner does not get the request. `after`: it has answered, and nothing comes back. `middle`: half of its answer. */
  when: 'before' | 'middle' | 'after'
  /** The last part of the path. */
  stage: string
}

/** An HTTP server in front of a partner or a payment provider that stops a call, so that a test can kill the caller there. */
export interface PartnerGate {
  port: number
  /** The next call that comes to the point is stopped for good. @returns when one was stopped */
  arm(point: CallPoint): Promise<void>
  close(): Promise<void>
}

/** @param partner the port of the partner on this machine */
export async function createPartnerGate(partner: number): Promise<PartnerGate> {
  let armed: { point: CallPoint; reached: () => void } | null = null
  const isHere = (url: string, when: CallPoint['when']) => {
    if (armed?.point.when !== when || !url.endsWith(`/${armed.point.stage}`)) return false
    armed.reached()
    armed = null
    return true
  }
  const server = createServer(async (asked, answer) => {
    const url = asked.url ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk)
    if (isHere(url, 'before')) return
    const { method = 'GET', headers } = asked
    const onward = request(
      { host: '127.0.0.1', port: partner, path: url, method, headers },
      async (reply) => {
        const body: Buffer[] = []
        // A partner that breaks off breaks off here too.
        reply.on('error', () => answer.destroy())
        for await (const chunk of reply) body.push(chunk)
        const whole = Buffer.concat(body)
        if (isHere(url, 'after')) return
        answer.writeHead(reply.statusCode ?? 500, reply.headers)
        if (isHere(url, 'middle')) return void answer.write(whole.subarray(0, whole.length / 2))
        answer.end(whole)
      },
    )
    onward.on('error', () => answer.destroy()).end(Buffer.concat(chunks))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    arm: (point) =>
      new Promise((resolve) => {
        armed = { point, reached: resolve }
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
