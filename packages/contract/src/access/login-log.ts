import * as z from 'zod'
import { ipFilter } from '../kernel/ip.ts'
import { area, id, instant, pageAnswer, pageBody, text } from '../kernel/kernel.ts'

export const loginResults = ['succeeded', 'pending', 'failed'] as const
export const loginReasons = [
  'ok',
  'recoveryCode',
  'secondFactorAsked',
  'wrongPassword',
  'unknownAccount',
  'disabled',
  'locked',
  'wrongSecondFactor',
  'sso',
  'ssoFactorAsked',
  'ssoRefused',
  'passwordOff',
] as const
export type LoginResult = (typeof loginResults)[number]
export type LoginReason = (typeof loginReasons)[number]

const row = z.object({
  id,
  at: instant,
  /** The account; null if no account has the typed name, which may be a password in the wrong field. */
  username: z.string().nullable(),
  /** For a name without an account, a mark that tells such names apart and reveals nothing of the name. */
  nameMark: z.string().nullable(),
  result: z.enum(loginResults),
  reason: z.enum(loginReasons),
  ip: z.string(),
  /** Browser and system in short; empty if neither is known. */
  device: z.string(),
  userAgent: z.string().nullable(),
  /** How many attempts of that minute this row counts. */
  attempts: z.int(),
})
row.register(z.globalRegistry, { id: 'LoginLogLine' })

const page = pageBody(['at'], '-at', {
  /** A whole name. A name without an account also finds its attempts. */
  account: text(64).optional(),
  result: z.enum(loginResults, 'choice').optional(),
  reason: z.enum(loginReasons, 'choice').optional(),
  /** A whole address. */
  ip: ipFilter.optional(),
  from: instant.optional(),
  to: instant.optional(),
})

export const loginLog = area('loginLog', {
  page: {
    method: 'POST',
    path: '/login-log/page',
    kind: 'read',
    owned: true,
    summary: ['查看登录日志', 'View the sign-in log'],
    body: page,
    answer: pageAnswer(row),
  },
  mine: {
    method: 'GET',
    path: '/login-log/mine',
    kind: 'read',
    access: 'signedIn',
    summary: ['自己最近的登录记录', 'Your own recent sign-ins'],
    answer: z.array(row),
  },
})

export type LoginLogRow = z.output<typeof row>
export type LoginLogPage = z.output<typeof page>
