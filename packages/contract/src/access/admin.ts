import * as z from 'zod'
import { changeFields, crud } from '../kernel/crud.ts'
import { area, id, instant, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { phone } from '../kernel/personal.ts'

export const adminStatuses = ['enabled', 'disabled'] as const
export type AdminStatus = (typeof adminStatuses)[number]

/** An administrator's sign-in name: 3 to 32 characters, unique without regard to case. */
export const username = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(32, 'username')
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/, 'username')

const email = z.string('required').trim().max(120, 'tooLong').pipe(z.email('email'))

const fields = {
  name: requiredText(40),
  roleIds: z.array(id).min(1, 'required').max(50, 'tooMany'),
  remark: longText(500).default(''),
  /** If it is left out, the picture stays. */
  avatarFileId: id.nullable().optional(),
}
const create = z.strictObject({
  username,
  ...fields,
  phone: phone.nullable().optional(),
  email: email.nullable().optional(),
})
/** If phone or email is left out, it stays; the console can change the rest without seeing them. */
const update = z.strictObject({
  id,
  version,
  ...fields,
  phone: phone.nullable().optional(),
  email: email.nullable().optional(),
})

const row = z.object({
  id,
  username: z.string(),
  name: z.string(),
  avatarFileId: id.nullable(),
  /** Masked. */
  phone: z.string().nullable(),
  /** Masked. */
  email: z.string().nullable(),
  roles: z.array(z.object({ id, name: z.string() })),
  status: z.enum(adminStatuses),
  mustChangePassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Who the account is at the provider of single sign-on; null: it is not linked. */
  identity: z.object({ issuer: z.string(), subject: z.string(), lastUsedAt: instant.nullable() }).nullable(),
  lastLoginAt: instant.nullable(),
  lastLoginIp: z.string().nullable(),
  remark: z.string(),
  ...changeFields,
  /** The caller's own account. */
  isSelf: z.boolean(),
  /** Whether the account has no right that the caller lacks; only then may the caller change it. */
  isManageable: z.boolean(),
})
row.register(z.globalRegistry, { id: 'Admin' })

const page = pageBody(['createdAt', 'lastLoginAt'], '-createdAt', {
  /** The beginning of the username. */
  username: text(32).optional(),
  /** Part of the name. */
  name: text(40).optional(),
  status: z.enum(adminStatuses, 'choice').optional(),
  roleId: id.optional(),
})

/** A generated password; only this response holds it. */
const made = z.object({ admin: row, password: z.string() })
made.register(z.globalRegistry, { id: 'MadeAdmin' })

const plain = crud(
  { path: '/admin', affects: ['admin', 'role', 'session'], protection: ['notice'] },
  { row, made, page, create, update },
  {
    page: ['查看管理员', 'View administrators'],
    get: ['查看管理员详情', 'View an administrator'],
    create: ['添加管理员', 'Add an administrator'],
    update: ['编辑管理员', 'Edit an administrator'],
  },
)

export const admin = area('admin', {
  ...plain,
  // Whoever gets the password of an account can sign in as a person.
  create: { ...plain.create, byPerson: true },
  roles: {
    method: 'GET',
    path: '/admin/roles',
    kind: 'read',
    point: 'page',
    summary: ['可分配的角色', 'Roles that can be assigned'],
    answer: z.array(
      z.object({
        id,
        name: z.string(),
        /** Whether the caller may grant and revoke it. */
        isMine: z.boolean(),
      }),
    ),
  },
  enable: {
    method: 'POST',
    path: '/admin/{id}/enable',
    kind: 'write',
    affects: ['admin', 'role', 'session'],
    summary: ['启用管理员', 'Enable an administrator'],
    answer: row,
  },
  disable: {
    method: 'POST',
    path: '/admin/{id}/disable',
    kind: 'write',
    affects: ['admin', 'role', 'session'],
    summary: ['停用管理员', 'Disable an administrator'],
    answer: row,
  },
  resetPassword: {
    method: 'POST',
    path: '/admin/{id}/reset-password',
    kind: 'write',
    byPerson: true,
    affects: ['admin', 'role', 'session'],
    summary: ['重置管理员密码', 'Reset an administrator’s password'],
    answer: made,
  },
  reveal: {
    method: 'POST',
    path: '/admin/{id}/reveal',
    kind: 'write',
    affects: [],
    summary: ['查看管理员的完整联系方式', 'Reveal an administrator’s contact details'],
    answer: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
  },
})

export type AdminRow = z.output<typeof row>
export type AdminPage = z.output<typeof page>
export type AdminCreate = z.output<typeof create>
export type AdminUpdate = z.output<typeof update>
export type MadePassword = z.output<typeof made>
