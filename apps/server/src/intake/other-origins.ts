import { intakePrefix } from '@kabao/contract/intake/kernel'
import type { FastifyInstance } from 'fastify'

const errors = `${intakePrefix}/error`

/** Lets pages of any origin report their errors: the call takes no credentials, and its answer holds nothing. */
export function allowOtherOrigins(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === errors) reply.header('access-control-allow-origin', '*')
  })
  scope.options(errors, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}
