/*
 * Loaded into our server with `--import`: reports to the parent process each statement, and which statements ran
 * at the same time. Only for a server that is not measured.
 */
import { createRequire } from 'node:module'
import { at } from '../../scripts/lib/paths.mjs'

const pg = createRequire(at('apps/server/package.json'))('pg')
const { query } = pg.Client.prototype
let running = 0

pg.Client.prototype.query = function (...args) {
  const [first, values = []] = args
  const text = typeof first === 'string' ? first : first.text
  if (!text) return query.apply(this, args)
  const { name, values: own } = typeof first === 'string' ? {} : first
  process.send?.({ name, text, values: shown(own ?? values), isBeside: running > 0 })
  running++
  const done = () => {
    running--
  }
  // A pool that is asked itself gives the connection a callback, whoever has taken a connection waits for a promise.
  const last = args.at(-1)
  if (typeof last === 'function') {
    const told = (...answer) => {
      done()
      last(...answer)
    }
    return query.apply(this, [...args.slice(0, -1), told])
  }
  const answer = query.apply(this, args)
  if (typeof answer?.then === 'function') answer.then(done, done)
  else done()
  return answer
}

/** Converts byte values, because a message is JSON, which has no bytes. */
const shown = (values) =>
  Array.isArray(values)
    ? values.map((value) => (Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value))
    : []
