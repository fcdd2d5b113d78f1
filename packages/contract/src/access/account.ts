import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { area, id, instant, requiredText, text, version } from '../kernel/kernel.ts'
import { phone } from '../kernel/personal.ts'

/** The caller's own account, with nothing masked. */
const profile = z.object({
  id,
  version,
  username: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  avatarFileId: id.nullable(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  lastLoginIp: z.string().nullable(),
})
profile.register(z.globalRegistry, { id: 'AccountProfile' })

const email = text(120).refine((value) => z.email().safeParse(value).success, 'email')

const updateProfile = z.strictObject({
  id,
  version,
  name: requiredText(40),
  phone: z.union([z.literal(''), phone], 'phone'),
  email: z.union([z.literal(''), email], 'email'),
  /** If it is left out, the picture stays. */
  avatarFileId: id.nullable().optional(),
})

export const account = area('account', {
  profile: {
    method: 'GET',
    path: '/account/profile',
    kind: 'read',
    access: 'signedIn',
    refuses: [codes.notFound],
    summary: ['自己的资料', 'Your own profile'],
    answer: profile,
  },
  updateProfile: {
    method: 'PUT',
    path: '/account/profile',
    kind: 'write',
    affects: ['account', 'session', 'admin'],
    access: 'signedIn',
    summary: ['编辑自己的资料', 'Edit your own profile'],
    body: updateProfile,
    answer: profile,
  },
  passwordPolicy: {
    method: 'GET',
    path: '/account/password-policy',
    kind: 'read',
    access: 'signedIn',
    summary: ['新密码的要求', 'Requirements for a new password'],
    answer: z.object({
      minLength: z.int(),
      refuseCommon: z.boolean(),
      /** How many of the last passwords, including the current one, may not be reused; 0: all may. */
      history: z.int(),
      /** 0: a password never expires. */
      maxAgeDays: z.int(),
    }),
  },
})

export type Profile = z.output<typeof profile>
export type ProfileUpdate = z.output<typeof updateProfile>
export type PasswordPolicy = z.output<typeof account.passwordPolicy.answer>
