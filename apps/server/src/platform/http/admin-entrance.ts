import { codes, type Endpoint, isReveal } from '@kabao/contract'
import type { FastifyRequest } from 'fastify'
import { forbidden, Problem, sessionExpired } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import { addressOf } from './address.ts'
import { insertAudit, insertRefusal, isRefusalKept } from './audit.ts'
import type { Entrance } from './entrance.ts'
import { bodyLimitOf } from './input.ts'
import { keepingOf } from './kept-answers.ts'
import { watchLookUps } from './look-up.ts'

/** The entrance of the administrators, who are identified by the token of their session or by a personal access token. */
export const adminEntrance: Entrance<Caller> = {
  prefix: '/api',
  findCaller: (request) =>
    request.server.services.findCaller(tokenOf(request), {
      ip: addressOf(request),
      isNeeded: request.routeOptions.config.endpoint?.access !== 'anyone',
    }),
  admit,
  readerOf: (caller) => caller,
  keepingOf,
  bodyLimitOf,
  countOpen: (request) => request.server.services.anonymousThrottle(addressOf(request)),
  around(endpoint) {
    const watch = watchLookUps(endpoint)
    return async (asked, act) => {
      const { caller, request } = asked
      if (caller && isReveal(endpoint)) await request.server.services.revealThrottle(caller.adminId)
      return watch(asked, act)
    }
  },
  // What a program does unseen is all in the log.
  auditsAll: (caller) => caller?.token != null,
  audit: insertAudit,
  async keepRefusal(refusal) {
    const { endpoint, caller, request, problem } = refusal
    if (!isRefusalKept(endpoint, problem)) return
    const { sideDb, refusalThrottle } = request.server.services
    try {
      const turn = await refusalThrottle(caller.adminId)
      if (turn !== 'skip') await insertRefusal(sideDb, { ...refusal, isLast: turn === 'last' })
    } catch (error) {
      // If writing the log entry fails, the caller still gets the response.
      request.log.error({ err: error }, 'a refusal could not be written to the audit log')
    }
  },
}

/** @throws Problem where the caller may not call the endpoint */
export function admit(
  endpoint: Pick<Endpoint, 'access' | 'point' | 'name' | 'byPerson' | 'asOwner'>,
  caller: Caller | null,
) {
  if (endpoint.access === 'anyone') return
  if (!caller) throw sessionExpired()
  if (caller.token?.isElsewhere) throw new Problem(codes.forbidden, 'tokenElsewhere')
  const isAllowed = caller.isSuper || endpoint.point === null || caller.points.has(endpoint.point)
  if (!isAllowed) throw forbidden()
  if (caller.token && endpoint.byPerson) throw new Problem(codes.forbidden, 'needsPerson')
  if (caller.token?.isNarrower && endpoint.asOwner) throw new Problem(codes.forbidden, 'tokenTooNarrow')
  if (caller.mustChangePassword && !openBeforePasswordChange.has(endpoint.name)) {
    throw new Problem('4030', 'mustChangePassword')
  }
  if (caller.mustSetUpSecondFactor && !openBeforeSecondFactor.has(endpoint.name)) {
    throw new Problem('4030', 'mustSetUpSecondFactor')
  }
}

const openBeforePasswordChange = new Set([
  'session.changePassword',
  'session.logout',
  'session.menu',
  'session.me',
  'account.passwordPolicy',
])

const openBeforeSecondFactor = new Set([
  ...openBeforePasswordChange,
  'secondFactor.status',
  'secondFactor.setUp',
  'secondFactor.confirm',
])

/** The token of a request: in its own header, or as `Authorization: Bearer`, which most tools send; null without one. */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null => {
  const { token, authorization = '' } = headers
  if (typeof token === 'string' && token !== '') return token
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null
}
