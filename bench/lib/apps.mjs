import { at } from '../../scripts/lib/paths.mjs'
import { ending, Failure, start } from '../../scripts/lib/run.mjs'
import { peerMain } from './peer.mjs'

/**
 * Starts our built server on one of the benchmarks' databases. `args` are arguments of Node, `serves` what it does: all by default, `env`
 * further variables, `log` the descriptor of the file that gets its log.
 */
export const startOurs = (
  cluster,
  database,
  { args = [], stdio = [], serves, env = {}, log = 'ignore' } = {},
) =>
  startApp([...args, at('apps/server/dist/main.js')], [log, 'pipe', ...stdio], {
    DATABASE_URL: cluster.addressOf(database),
    DATA_KEY: cluster.dataKey,
    LOG_LEVEL: 'warn',
    ...(serves && { SERVE: serves }),
    ...env,
  })

/** Starts the peer on the same database. @param variant `default` (`findAndCount`) or `tuned` (visible columns, capped count) */
export function startPeer(cluster, database, variant) {
  const { host, port, user } = cluster.connectionTo(database)
  return startApp([peerMain], ['ignore', 'pipe'], {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PEER_VARIANT: variant,
  })
}

/** @returns the address of the app once it is ready, and its stop function */
async function startApp(args, outputs, env) {
  const child = start(process.execPath, args, {
    stdio: ['ignore', ...outputs],
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...env },
  })
  const ended = ending(child)
  const said = []
  const origin = await Promise.race([
    new Promise((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (text) => {
        said.push(text)
        const found = /ready: (http:\S+)/.exec(said.join(''))
        if (found) resolve(found[1])
      })
    }),
    ended.then(() => {
      throw new Failure(`The app did not start: ${said.join('')}`)
    }),
  ])
  return {
    child,
    pid: child.pid,
    page: `${origin.replace('[::1]', '127.0.0.1')}/api/user/page`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
    /** Ends it with SIGKILL; when this resolves, it is gone. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
