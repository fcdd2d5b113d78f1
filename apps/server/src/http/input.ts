import { type Endpoint, id as idSchema, paramNames } from '@kabao/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'

/** The most bytes that are read of a body from who is not known, or for an endpoint that takes none. */
export const openBodyLimit = 16 * 1024
/** The most bytes that are read of the body of a call with a session; the longest that the contract knows are roles. */
export const bodyLimit = 128 * 1024

/** How many bytes of a body an endpoint reads; uploads have limits of their own. */
export const bodyLimitOf = ({ access, body }: Pick<Endpoint, 'access' | 'body'>): number =>
  access === 'anyone' || !body ? openBodyLimit : bodyLimit

/** Whether a request says itself that its body is longer. What does not say how long it is, is counted as it is read. */
export const isTooLong = ({ headers }: FastifyRequest, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit

/** One schema for all that comes in; a parameter that is no id, or a field nobody asked for, is refused by name. */
export function inputOf(endpoint: Endpoint) {
  const params = Object.fromEntries(paramNames(endpoint.path).map((name) => [name, idSchema]))
  return z.object({
    params: z.object(params),
    query: endpoint.query ?? z.unknown().transform(() => undefined),
    body: endpoint.body ?? z.unknown().transform(() => undefined),
  })
}

/** Fields are named as the caller knows them: `value`, not `body.value`. */
export const withoutPlace = (issues: z.core.$ZodIssue[]) =>
  issues.map((issue) => ({ ...issue, path: issue.path.slice(1) }))
