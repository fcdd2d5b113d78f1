import { type Endpoint, id as idSchema, paramNames } from '@kabao/contract'
import { knowRegions } from '@kabao/contract/kernel/region-code'
import { isRegionCode, wholeCity } from '@kabao/region'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'

// Before any input is read.
knowRegions({ isRegion: isRegionCode, wholeCity })

/** The maximum size of a body in bytes for an unknown caller, or for an endpoint that takes no body. */
export const anonymousBodyLimit = 16 * 1024
/** The maximum size of a body in bytes for a request with a session; roles have the longest bodies of the contract. */
export const bodyLimit = 128 * 1024

/** How many bytes of a body an endpoint reads; uploads have their own limits. */
export const bodyLimitOf = ({ access, body }: Pick<Endpoint, 'access' | 'body'>): number =>
  access === 'anyone' || !body ? anonymousBodyLimit : bodyLimit

/** Whether a request declares a body that is longer. A body without a declared length is counted while it is read. */
export const isTooLong = ({ headers }: FastifyRequest, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit

/** One schema for all input; an invalid parameter of the path and an unknown field are refused by name. */
export function inputOf(endpoint: Endpoint) {
  const params = Object.fromEntries(
    paramNames(endpoint.path).map((name) => [name, endpoint.params?.[name] ?? idSchema]),
  )
  return z.object({
    params: z.object(params),
    query: endpoint.query ?? z.unknown().transform(() => undefined),
    body: endpoint.body ?? z.unknown().transform(() => undefined),
  })
}

/** Fields have the caller's names: `value`, not `body.value`. */
export const withoutPlace = (issues: z.core.$ZodIssue[]) =>
  issues.map((issue) => ({ ...issue, path: issue.path.slice(1) }))
