import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP port in front of a database that imitates network faults. */
export interface TcpProxy {
  port: number
  /**
   * From now on nothing passes in either direction, without a reset or an end.
   * @param newOnes whether connections that are opened later are silent too; otherwise they work
   */
  silence(options: { newOnes: boolean }): void
  /** Connections that are opened from now on work; those that are silent stay silent. */
  lift(): void
  /** How many connections were opened so far. */
  opened(): number
  close(): Promise<void>
}

/** @param target the path of the socket on which the database listens */
export async function createProxy(target: string): Promise<TcpProxy> {
  const links = new Set<{ silence(): void; end(): void }>()
  let opened = 0
  let isSilent = false
  const server = createServer((near) => {
    opened++
    const far = connect(target)
    const both: Socket[] = [near, far]
    const link = {
      silence() {
        for (const each of both) each.removeAllListeners('data').removeAllListeners('close').pause()
      },
      end() {
        for (const each of both) each.destroy()
      },
    }
    links.add(link)
    near.on('data', (bytes) => void far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => void near.write(bytes)).on('close', () => near.destroy())
    for (const each of both) each.on('error', () => undefined)
    if (isSilent) link.silence()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    silence({ newOnes }) {
      isSilent = newOnes
      for (const link of links) link.silence()
    },
    lift() {
      isSilent = false
    },
    opened: () => opened,
    async close() {
      for (const link of links) link.end()
      server.close()
      await once(server, 'close')
    },
  }
}
