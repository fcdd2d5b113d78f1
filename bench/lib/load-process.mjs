/* The load generator, a process of its own so that it can be given its own core: one JSON line when it is done. */
import { own } from './peer.mjs'

const [url, token, body, seconds] = process.argv.slice(2)
const result = await own('autocannon')({
  url,
  method: 'POST',
  headers: { token, 'content-type': 'application/json' },
  body,
  connections: 16,
  duration: Number(seconds),
})
const { requests, latency, non2xx, errors, duration } = result
process.stdout.write(
  JSON.stringify({
    total: requests.total,
    failed: non2xx + errors,
    duration,
    p50: latency.p50,
    p99: latency.p99,
  }),
)
