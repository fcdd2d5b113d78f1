import * as z from 'zod'
import { area, id, requiredText } from './kernel.ts'

/** The login form. A password is taken as typed: never trimmed. */
const credentials = z.strictObject({
  username: requiredText(64),
  password: z.string('required').min(1, 'required').max(128, 'tooLong'),
})

const signedIn = z.object({
  /** Opaque; sent back in the header `token`. */
  token: z.string(),
  username: z.string(),
  name: z.string(),
  /** Until the password is changed, every other call is refused. */
  mustChangePassword: z.boolean(),
})

/** A new password: 8 to 128 characters with a letter and a digit. */
export const newPassword = z
  .string('required')
  .min(8, 'password')
  .max(128, 'tooLong')
  .refine((value) => /\p{L}/u.test(value) && /\d/.test(value), 'password')

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

export const session = area('session', {
  /** As the specification calls it; nothing logs or stores the query (decision 19). */
  login: {
    method: 'GET',
    path: '/admin/login',
    kind: 'write',
    access: 'anyone',
    summary: ['登录', 'Sign in'],
    query: credentials,
    answer: signedIn,
  },
  loginByPost: {
    method: 'POST',
    path: '/admin/login',
    kind: 'write',
    access: 'anyone',
    summary: ['登录（POST）', 'Sign in by POST'],
    body: credentials,
    answer: signedIn,
  },
  logout: {
    method: 'POST',
    path: '/admin/logout',
    kind: 'write',
    access: 'signedIn',
    summary: ['登出', 'Sign out'],
    answer: z.null(),
  },
  menu: {
    method: 'GET',
    path: '/menu/listByToken',
    kind: 'read',
    access: 'signedIn',
    summary: ['菜单与权限点', 'Menu and permission points'],
    answer: z.array(menuNode),
  },
  me: {
    method: 'GET',
    path: '/admin/me',
    kind: 'read',
    access: 'signedIn',
    summary: ['当前账号', 'The account that is signed in'],
    answer: z.object({
      id,
      username: z.string(),
      name: z.string(),
      roles: z.array(z.object({ code: z.string(), name: z.string() })),
      mustChangePassword: z.boolean(),
      /** The demo account still has the password that everybody knows (decision 30). */
      hasDefaultPassword: z.boolean(),
    }),
  },
  changePassword: {
    method: 'POST',
    path: '/admin/password',
    kind: 'write',
    access: 'signedIn',
    summary: ['修改自己的密码', 'Change the own password'],
    body: z.strictObject({ current: credentials.shape.password, next: newPassword }),
    answer: z.null(),
  },
})

export type SignedIn = z.output<typeof signedIn>
export type Credentials = z.output<typeof credentials>
