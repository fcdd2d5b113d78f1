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
  const answer = query.apply(this, args)
  const [first, values = []] = args
  const text = typeof first === 'string' ? first : first.text
  if (!text || typeof answer?.then !== 'function') return answer
  process.send?.({ text, values: shown(first.values ?? values), isBeside: running > 0 })
  running++
  const done = () => {
    running--
  }
  answer.then(done, done)
  return answer
}

/** Converts byte values, because a message is JSON, which has no bytes. */
const shown = (values) =>
  Array.isArray(values)
    ? values.map((value) => (Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value))
    : []
