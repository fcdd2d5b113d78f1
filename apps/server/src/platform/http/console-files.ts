import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { RuntimeConfig } from '@kabao/contract/kernel/runtime-config'
import type { FastifyInstance } from 'fastify'

const oneYear = 365 * 24 * 60 * 60

/**
 * Serves the built console. Files with a content hash in their name are cached for a year, all others are revalidated. Any other
 * path belongs to the console's router and gets its page. The build has compressed the files.
 */
export async function registerConsole(
  app: FastifyInstance,
  folder: string,
  config: () => Promise<RuntimeConfig>,
): Promise<void> {
  app.get('/config.json', async () => config())
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn({ folder }, 'the console is not built; only the service is answered')
    return
  }
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const isNamedByContent = path.includes(`${join(folder, 'assets')}`)
      reply.header('cache-control', isNamedByContent ? `public, max-age=${oneYear}, immutable` : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.decorate('consolePage', true)
}
