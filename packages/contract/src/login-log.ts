import * as z from 'zod'
import { area, id, instant, pageAnswer, pageBody, text } from './kernel.ts'

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
] as const
export type LoginResult = (typeof loginResults)[number]
export type LoginReason = (typeof loginReasons)[number]

const row = z.object({
  id,
  at: instant,
  /** The account; null where the name that was typed is nobody's: it may be a password in the wrong field. */
  username: z.string().nullable(),
  /** Of a name that is nobody's a mark that tells it from others, and nothing of the name itself. */
  nameMark: z.string().nullable(),
  result: z.enum(loginResults),
  reason: z.enum(loginReasons),
  ip: z.string(),
  /** Browser and system in a few words; empty where neither is known. */
  device: z.string(),
  userAgent: z.string().nullable(),
  /** How many attempts of that minute the line stands for. */
  attempts: z.int(),
})
row.register(z.globalRegistry, { id: 'LoginLogLine' })

const page = pageBody(['at'], '-at', {
  /** A whole name. One that is nobody's finds the attempts with it all the same. */
  account: text(64).optional(),
  result: z.enum(loginResults, 'choice').optional(),
  reason: z.enum(loginReasons, 'choice').optional(),
  /** A whole address. */
  ip: text(64).optional(),
  from: instant.optional(),
  to: instant.optional(),
})

export const loginLog = area('loginLog', {
  page: {
    method: 'POST',
    path: '/login-log/page',
    kind: 'read',
    owned: true,
    summary: ['查询登录日志', 'List sign-ins'],
    body: page,
    answer: pageAnswer(row),
  },
  mine: {
    method: 'GET',
    path: '/login-log/mine',
    kind: 'read',
    access: 'signedIn',
    summary: ['自己最近的登录记录', "The caller's own latest sign-ins"],
    answer: z.array(row),
  },
})

export type LoginLogRow = z.output<typeof row>
export type LoginLogPage = z.output<typeof page>
