import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { ipRanges } from '../kernel/ip.ts'
import { area, id, instant, pageAnswer, pageBody, requiredText } from '../kernel/kernel.ts'
import { whole } from '../kernel/money.ts'
import { dataScopes, roleNode } from './role.ts'

/** How every personal access token begins, by which scanners of code know one that was published. */
export const tokenPrefix = 'kabao_pat_'

/** The most tokens of one account. */
export const mostTokens = 50

/** A password is taken as typed, never trimmed. */
const password = z.string('required').min(1, 'required').max(128, 'tooLong')

const make = z.strictObject({
  name: requiredText(40),
  /** Permission points by name, none that the maker lacks. */
  points: z.array(z.string().min(1, 'required').max(80, 'tooLong')).min(1, 'required').max(1_000, 'tooMany'),
  dataScope: z.enum(dataScopes, 'choice'),
  /** From where it may be used; empty: from anywhere. */
  allowedIps: ipRanges,
  /** How many days it is valid. */
  days: whole(1, 3_650),
  /** The maker's own, because a token outlives the session in which it is made. */
  password,
})

const row = z.object({
  id,
  name: z.string(),
  /** Its last characters, to know it again. */
  end: z.string(),
  points: z.array(z.string()),
  dataScope: z.enum(dataScopes),
  allowedIps: z.array(z.string()),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
  /** To the minute. */
  lastUsedAt: instant.nullable(),
  lastUsedIp: z.string().nullable(),
})
row.register(z.globalRegistry, { id: 'AccessToken' })

const page = pageBody(['createdAt'], '-createdAt', {
  /** The account. */
  adminId: id.optional(),
})

export const accessToken = area('accessToken', {
  /** The caller's own, and what a new one can be allowed. */
  mine: {
    method: 'GET',
    path: '/access-token/mine',
    kind: 'read',
    access: 'signedIn',
    summary: ['自己的访问令牌', 'Your own access tokens'],
    answer: z.object({
      tokens: z.array(row),
      /** The caller's own points that a token may have, below their sections and pages. */
      nodes: z.array(roleNode),
      /** The widest that a token of the caller can have. */
      dataScope: z.enum(dataScopes),
      /** The most days that a token is valid; 0: nobody may make one. */
      maxDays: z.int(),
    }),
  },
  make: {
    method: 'POST',
    path: '/access-token',
    kind: 'write',
    access: 'signedIn',
    // Its answer has a secret.
    keyed: false,
    refuses: [codes.tooManyRequests],
    summary: ['创建访问令牌', 'Make an access token'],
    body: make,
    answer: z.object({
      token: row,
      /** Shown only once, because only its hash is stored. */
      secret: z.string(),
    }),
  },
  revokeMine: {
    method: 'DELETE',
    path: '/access-token/mine/{id}',
    kind: 'write',
    access: 'signedIn',
    summary: ['吊销自己的访问令牌', 'Revoke one of your own access tokens'],
    answer: z.null(),
  },
  page: {
    method: 'POST',
    path: '/access-token/page',
    kind: 'read',
    summary: ['查看所有人的访问令牌', 'View everyone’s access tokens'],
    body: page,
    answer: pageAnswer(
      row.extend({
        adminId: id,
        username: z.string(),
        /** The name of the account. */
        owner: z.string(),
        /** Whether the account has no right that the caller lacks; only then may the caller revoke the token. */
        isManageable: z.boolean(),
      }),
    ),
  },
  revoke: {
    method: 'DELETE',
    path: '/access-token/{id}',
    kind: 'write',
    owned: true,
    summary: ['吊销任意访问令牌', 'Revoke anyone’s access token'],
    answer: z.null(),
  },
})

export type AccessToken = z.output<typeof row>
export type AccessTokenPage = z.output<typeof page>
export type AccessTokenRow = z.output<typeof accessToken.page.answer>['records'][number]
export type MadeToken = z.output<typeof accessToken.make.answer>
export type TokenMake = z.output<typeof make>
