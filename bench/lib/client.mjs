import { Agent, request } from 'node:http'
import { Failure } from '../../scripts/lib/run.mjs'

/**
 * Requests pages one after the other over one kept-alive connection.
 * @param page the address of the list, or of another call that is sent by this method
 */
export function intakeClient({ page, method = 'POST' }, token) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (body) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? '' : JSON.stringify(body)
      const headers = {
        token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'content-length': Buffer.byteLength(payload),
      }
      const sent = request(page, { method, agent, headers }, (response) => {
        const parts = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () => resolve(Buffer.concat(parts).toString()))
      })
      sent.on('error', reject)
      sent.end(payload)
    })
  return {
    ask,
    /** The page's `data`; throws on any answer but a success, because a fast error must not count. */
    async page(body) {
      const text = await ask(body)
      const { code, data } = JSON.parse(text)
      if (code !== '0000')
        throw new Failure(`${page} ${JSON.stringify(body)} was answered ${text.slice(0, 300)}`)
      return data
    },
    close: () => agent.destroy(),
  }
}
