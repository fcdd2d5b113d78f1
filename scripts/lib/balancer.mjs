import { once } from 'node:events'
import { Agent, createServer, get, request } from 'node:http'

/**
 * A round-robin HTTP proxy in front of instances of the service. It asks each for `/readyz` and sends calls only to those that are
 * ready. It never sends a call twice, so each call that an instance fails is seen by the caller as status 502.
 * @param {string[]} targets the addresses of the instances: `http://127.0.0.1:8081`
 * @param {{ everyMs?: number, port?: number }} [options] how often `/readyz` is asked; the port to listen on, by default a free one
 */
export async function createBalancer(targets, { everyMs = 500, port = 0 } = {}) {
  const all = targets.map((url) => ({ url: new URL(url), isReady: false, calls: 0 }))
  const agent = new Agent({ keepAlive: true })
  let next = 0

  const ask = (target) =>
    new Promise((resolve) => {
      const asked = get(new URL('/readyz', target.url), { agent: false, timeout: 2_000 }, (response) => {
        response.resume()
        target.isReady = response.statusCode === 200
        resolve()
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => {
        target.isReady = false
        resolve()
      })
    })
  const askAll = () => Promise.all(all.map(ask))

  const pick = () => {
    const ready = all.filter(({ isReady }) => isReady)
    return ready[next++ % ready.length]
  }

  const server = createServer((incoming, outgoing) => {
    const target = pick()
    const fail = () => {
      if (outgoing.headersSent) return outgoing.destroy()
      outgoing.writeHead(502).end('no instance answers\n')
    }
    if (!target) return fail()
    target.calls++
    const { connection: _, ...headers } = incoming.headers
    const { hostname, port: at } = target.url
    const { method, url: path } = incoming
    const passed = request({ host: hostname, port: at, method, path, headers, agent }, (response) => {
      const { connection: _own, 'keep-alive': _alive, ...rest } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, rest)
      response.pipe(outgoing)
      response.on('error', fail)
    })
    passed.on('error', fail)
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await askAll()
  const timer = setInterval(askAll, everyMs)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** The addresses of the instances that were ready when last asked. */
    ready: () => all.filter(({ isReady }) => isReady).map(({ url }) => url.origin),
    /** How many calls each instance was sent, in the order of `targets`. */
    calls: () => all.map(({ calls }) => calls),
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
