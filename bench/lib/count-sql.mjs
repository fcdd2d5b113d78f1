/*
 * Loaded into our server with `--import`: counts the statements that it sends, begin and commit too, and answers each message of the parent
 * process with the count.
 */
import { createRequire } from 'node:module'
import { at } from '../../scripts/lib/paths.mjs'

const pg = createRequire(at('apps/server/package.json'))('pg')
const { query } = pg.Client.prototype
let statements = 0

pg.Client.prototype.query = function (...args) {
  statements++
  return query.apply(this, args)
}
process.on('message', () => process.send({ statements }))
// The channel to the parent does not keep the process alive.
process.channel?.unref()
