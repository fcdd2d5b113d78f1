import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { area, id, instant, pageAnswer, pageBody, requiredText, text } from '../kernel/kernel.ts'
import { secondFactorCode } from './second-factor.ts'

/** The login form. A password is taken as typed, never trimmed. */
const credentials = z.strictObject({
  username: requiredText(64),
  password: z.string('required').min(1, 'required').max(128, 'tooLong'),
  /** The token that this browser got at its last sign-in, so that failures elsewhere do not delay a known browser. */
  device: z
    .string()
    .max(43, 'type')
    .regex(/^[\w-]{43}$/, 'type')
    .optional(),
})
credentials.register(z.globalRegistry, { id: 'Credentials' })
/** As in the login form. */
export const signInDevice = credentials.shape.device

const signedIn = z.object({
  /** Opaque; sent back in the header `token`. */
  token: z.string(),
  username: z.string(),
  name: z.string(),
  /** Until the password is changed, every other request is refused. */
  mustChangePassword: z.boolean(),
  /** Until a second factor is set up, every other request is refused, because one of the roles requires it. */
  mustSetUpSecondFactor: z.literal(true).optional(),
  /** The browser keeps it for all accounts and sends it at each sign-in; present if the request named none. */
  device: z.string().optional(),
})
signedIn.register(z.globalRegistry, { id: 'SignedIn' })

/** The password is right and the account requires a second factor: no session yet, but a token that the next request names. */
const challenged = z.object({
  secondFactor: z.literal('required'),
  /** Opaque, valid for a few minutes. */
  challenge: z.string(),
  expiresAt: instant,
})
challenged.register(z.globalRegistry, { id: 'Challenged' })

export const loginAnswer = z.union([signedIn, challenged])

/** A new password: 8 to 128 characters with a letter and a digit. */
export const newPassword = z
  .string('required')
  .min(8, 'password')
  .max(128, 'tooLong')
  .refine((value) => /\p{L}/u.test(value) && /\d/.test(value), 'password')

/** One sign-in that has not ended. */
const openSession = z.object({
  id,
  /** Browser and system in short; empty if neither is known. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: instant,
  /** To the minute. */
  lastSeenAt: instant,
  /** The session of this request. */
  isCurrent: z.boolean(),
  /** How it was opened. */
  way: z.enum(['password', 'sso']),
})
openSession.register(z.globalRegistry, { id: 'OpenSession' })

const sessionPage = pageBody(['createdAt'], '-createdAt', {
  /** A whole user name. */
  username: text(64).optional(),
})

export interface MenuNode {
  path: string
  name: string
  /** 1 menu, 2 permission point */
  type: 1 | 2
  children: MenuNode[]
}
export const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    path: z.string(),
    name: z.string(),
    type: z.union([z.literal(1), z.literal(2)]),
    children: z.array(menuNode),
  }),
)
menuNode.register(z.globalRegistry, { id: 'MenuNode' })

export const session = area('session', {
  /** The password is in the query, which is neither logged nor stored (docs/specification/calls.md). */
  login: {
    method: 'GET',
    path: '/admin/login',
    kind: 'write',
    affects: ['session', 'loginLog'],
    access: 'anyone',
    refuses: [codes.wrongCredentials],
    summary: ['登录', 'Sign in'],
    query: credentials,
    answer: loginAnswer,
  },
  loginByPost: {
    method: 'POST',
    path: '/admin/login',
    kind: 'write',
    affects: ['session', 'loginLog'],
    access: 'anyone',
    refuses: [codes.wrongCredentials],
    summary: ['登录（POST）', 'Sign in by POST'],
    body: credentials,
    answer: loginAnswer,
  },
  loginByCode: {
    method: 'POST',
    path: '/admin/login/second-factor',
    kind: 'write',
    affects: ['session', 'loginLog'],
    access: 'anyone',
    refuses: [codes.wrongCredentials],
    summary: ['登录的两步验证', 'Two-step verification at sign-in'],
    body: z.strictObject({
      challenge: z.string('required').min(1, 'required').max(64, 'tooLong'),
      code: secondFactorCode,
      device: signInDevice,
    }),
    answer: signedIn,
  },
  logout: {
    method: 'POST',
    path: '/admin/logout',
    kind: 'write',
    access: 'signedIn',
    keyed: false,
    staged: true,
    summary: ['退出登录', 'Sign out'],
    /** Where the browser goes to sign out at the provider too; null: nowhere. */
    answer: z.string().nullable(),
  },
  menu: {
    method: 'GET',
    path: '/menu/listByToken',
    kind: 'read',
    access: 'signedIn',
    summary: ['菜单与权限点', 'Menu and permissions'],
    answer: z.array(menuNode),
  },
  me: {
    method: 'GET',
    path: '/admin/me',
    kind: 'read',
    access: 'signedIn',
    byPerson: false,
    summary: ['当前账号', 'The current account'],
    answer: z.object({
      id,
      username: z.string(),
      name: z.string(),
      /** Left out if the user has no picture. */
      avatarFileId: id.optional(),
      roles: z.array(z.object({ code: z.string(), name: z.string() })),
      mustChangePassword: z.boolean(),
      mustSetUpSecondFactor: z.literal(true).optional(),
      /** The demo account still has the publicly known password (docs/specification/sign-in.md). */
      hasDefaultPassword: z.boolean(),
      /** The name of the provider, if the account has no password and confirms there; left out otherwise. */
      confirmsAt: z.string().optional(),
      /** What runs: the version, with the commit of its build (`1.2.3+0a1b2c3d4e5f`). Left out where no service runs. */
      version: z.string().optional(),
    }),
  },
  changePassword: {
    method: 'POST',
    path: '/admin/password',
    kind: 'write',
    access: 'signedIn',
    keyed: false,
    refuses: [codes.tooManyRequests],
    summary: ['修改自己的密码', 'Change your own password'],
    body: z.strictObject({ current: credentials.shape.password, next: newPassword }),
    answer: z.null(),
  },
  mine: {
    method: 'GET',
    path: '/session/mine',
    kind: 'read',
    access: 'signedIn',
    summary: ['自己的会话', 'Your own sessions'],
    answer: z.array(openSession),
  },
  endMine: {
    method: 'DELETE',
    path: '/session/mine/{id}',
    kind: 'write',
    access: 'signedIn',
    summary: ['结束自己的一个会话', 'End one of your own sessions'],
    answer: z.null(),
  },
  endOthers: {
    method: 'POST',
    path: '/session/mine/end-others',
    kind: 'write',
    access: 'signedIn',
    summary: ['结束自己的其他会话', 'End all your other sessions'],
    answer: z.object({ ended: z.int() }),
  },
  page: {
    method: 'POST',
    path: '/session/page',
    kind: 'read',
    summary: ['查看在线会话', 'View active sessions'],
    body: sessionPage,
    answer: pageAnswer(
      openSession.extend({
        adminId: id,
        username: z.string(),
        name: z.string(),
        /** Whether the account has no right that the caller lacks; only then may the caller end the session. */
        isManageable: z.boolean(),
      }),
    ),
  },
  end: {
    method: 'DELETE',
    path: '/session/{id}',
    kind: 'write',
    owned: true,
    summary: ['结束任意会话', 'End anyone’s session'],
    answer: z.null(),
  },
})

export type SignedIn = z.output<typeof signedIn>
export type Challenged = z.output<typeof challenged>
export type LoginAnswer = z.output<typeof loginAnswer>
export type Credentials = z.output<typeof credentials>
export type OpenSession = z.output<typeof openSession>
export type SessionPage = z.output<typeof sessionPage>
export type SessionRow = z.output<typeof session.page.answer>['records'][number]
