/* Stand-ins of addresses that are told of events: one that takes them at once, and one that never answers. It prints their ports. */
import { createServer } from 'node:http'

const listening = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))
const taking = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end('{"code":0}'))
})
const silent = createServer((request) => request.resume())
process.once('disconnect', () => process.exit())
process.send({ taking: await listening(taking), silent: await listening(silent) })
