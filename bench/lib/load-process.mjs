/* The load generator, a separate process so that it can run on its own core. It prints one JSON line at its end. */
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
