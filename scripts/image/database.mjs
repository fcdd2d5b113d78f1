import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** An embedded PostgreSQL that listens on a port of this machine too, because a container does not see its socket. */
export async function startDatabase(dataDir) {
  // Only now: this file is read before the packages are installed.
  const { startPostgres } = await import('../../packages/postgres/src/index.ts')
  const postgres = await startPostgres({ dataDir, durable: false })
  const { host, port, user, database } = postgres.connection
  const entrance = createServer((socket) => {
    const inner = connect(join(host, `.s.PGSQL.${port}`))
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ])
      one.pipe(other).on('error', () => one.destroy())
    socket.on('error', () => inner.destroy())
    inner.on('error', () => socket.destroy())
  })
  entrance.listen(0, '127.0.0.1')
  await once(entrance, 'listening')
  return {
    url: `postgres://${user}@127.0.0.1:${entrance.address().port}/${database}`,
    async stop() {
      entrance.close()
      await postgres.stop()
    },
  }
}
