import * as z from 'zod'
import { changeFields, crud } from '../kernel/crud.ts'
import { area, id, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { menuNode } from './session.ts'

/** The rows that a role may see and change: all rows, or only the caller's own (decision 022). */
export const dataScopes = ['all', 'own'] as const
export type DataScope = (typeof dataScopes)[number]

/** A role's code, by which texts, exports and the console's own rules know it; it never changes. */
const code = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(32, 'roleCode')
  .regex(/^[A-Za-z][A-Za-z0-9_-]{1,31}$/, 'roleCode')

/** The most nodes one role may name; the tree has a few hundred. */
const maxNodes = 1_000

const fields = {
  name: requiredText(40),
  dataScope: z.enum(dataScopes, 'choice').default('all'),
  /** Menu nodes and permission points by name; a name that the tree does not have is refused. */
  nodes: z.array(z.string().min(1, 'required').max(80, 'tooLong')).max(maxNodes, 'tooMany').default([]),
  /** Administrators with this role must set up a second factor before they do anything else. */
  requiresSecondFactor: z.boolean('type').default(false),
  remark: longText(500).default(''),
}
const create = z.strictObject({ code, ...fields })
const update = z.strictObject({ id, version, ...fields })

const row = z.object({
  id,
  code: z.string(),
  name: z.string(),
  /**
   * Has every point, including those of later releases. A super administrator may change whether the role requires a second factor;
   * nothing else of it can be changed.
   */
  isSuper: z.boolean(),
  dataScope: z.enum(dataScopes),
  requiresSecondFactor: z.boolean(),
  /** How many permission points it has. */
  pointCount: z.int(),
  /** How many administrators have it. */
  adminCount: z.int(),
  remark: z.string(),
  ...changeFields,
  /** Whether the role has no right that the caller lacks; only then may the caller change or delete it. */
  isManageable: z.boolean(),
})
row.register(z.globalRegistry, { id: 'Role' })
/** For a super role, `nodes` holds all nodes. */
const detail = row.extend({ nodes: z.array(z.string()) })
detail.register(z.globalRegistry, { id: 'RoleDetail' })

const page = pageBody(['createdAt'], '-createdAt', {
  /** Part of the name, or the beginning of the code. */
  keyword: text(40).optional(),
  dataScope: z.enum(dataScopes, 'choice').optional(),
})

/** What a permission point is for: to view, to change, or to give data out of the service, in a file or unmasked. */
export const permissionLevels = ['view', 'change', 'disclose'] as const
export type PermissionLevel = (typeof permissionLevels)[number]

/** A section, page or permission point that a role may have. */
export interface RoleNode {
  name: string
  title: string
  kind: 'section' | 'page' | 'point'
  level: PermissionLevel
  /** For a point, the endpoints that it opens. */
  opens: string[]
  /** Whether the caller may grant and revoke it. */
  isMine: boolean
  children: RoleNode[]
}
export const roleNode: z.ZodType<RoleNode> = z.lazy(() =>
  z.object({
    name: z.string(),
    title: z.string(),
    kind: z.enum(['section', 'page', 'point']),
    level: z.enum(permissionLevels),
    opens: z.array(z.string()),
    isMine: z.boolean(),
    children: z.array(roleNode),
  }),
)
roleNode.register(z.globalRegistry, { id: 'RoleNode' })

/** What a new role can start from. */
const starter = z.object({
  code: z.string(),
  name: z.string(),
  dataScope: z.enum(dataScopes),
  nodes: z.array(z.string()),
})
starter.register(z.globalRegistry, { id: 'StarterRole' })

const holder = z.object({
  id,
  username: z.string(),
  name: z.string(),
  status: z.enum(['enabled', 'disabled']),
})
holder.register(z.globalRegistry, { id: 'RoleHolder' })

export const role = area('role', {
  ...crud(
    { path: '/role', affects: ['role', 'admin'], protection: ['notice'] },
    { row, detail, page, create, update },
    {
      page: ['查看角色', 'View roles'],
      get: ['查看角色详情', 'View a role'],
      create: ['添加角色', 'Add a role'],
      update: ['编辑角色', 'Edit a role'],
      remove: ['删除角色', 'Delete a role'],
    },
  ),
  tree: {
    method: 'GET',
    path: '/role/tree',
    kind: 'read',
    point: 'page',
    summary: ['查看可授予的菜单与权限点', 'View the menu and permissions that can be granted'],
    /** The sections with their pages and points, and the roles that a new one can start from. */
    answer: z.object({ nodes: z.array(roleNode), starters: z.array(starter) }),
  },
  admins: {
    method: 'GET',
    path: '/role/{id}/admins',
    kind: 'read',
    point: 'page',
    summary: ['查看角色的成员', 'View the members of a role'],
    /** By name, at most 200. */
    answer: z.object({ total: z.int(), admins: z.array(holder) }),
  },
  preview: {
    method: 'POST',
    path: '/role/preview',
    kind: 'read',
    point: 'page',
    summary: ['预览角色看到的菜单', 'Preview the menu a role sees'],
    body: z.strictObject({ nodes: fields.nodes }),
    answer: z.array(menuNode),
  },
})

export type RoleRow = z.output<typeof row>
export type RoleDetail = z.output<typeof detail>
export type RolePage = z.output<typeof page>
export type RoleCreate = z.output<typeof create>
export type StarterRole = z.output<typeof starter>
export type RoleHolder = z.output<typeof holder>
