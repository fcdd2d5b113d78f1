import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

const policy = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // TLS ends at the proxy, so only the proxy knows whether there is a certificate.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'same-origin' as const },
}

let known: Promise<Record<string, string>> | undefined

/** The headers of every answer, which no cache keeps. They depend on no request, so the library is asked once for the process. */
export function securityHeaders(): Promise<Record<string, string>> {
  known ??= askLibrary()
  return known
}

async function askLibrary(): Promise<Record<string, string>> {
  const app = Fastify()
  await app.register(helmet, policy)
  app.get('/', async (_request, reply) => reply.raw.getHeaders())
  try {
    return { ...(await app.inject('/')).json(), 'cache-control': 'no-store' }
  } finally {
    await app.close()
  }
}

/** Sets the headers of each answer, before any hook that may answer; content that may be kept replaces `cache-control`. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  const headers = await securityHeaders()
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
