import * as z from 'zod'
import { area, id, instant, record, requiredText, text, version } from '../kernel/kernel.ts'
import { holdsPersonalNumber, withoutNumbers } from '../kernel/personal-text.ts'

/** The most views that one administrator may save of a list, and the most that are shared with one role. */
export const maxViews = 50

/** A list by its name in an endpoint: `user`, `exportTaskMine`. */
const list = z
  .string('required')
  .max(40, 'choice')
  .regex(/^[a-z][A-Za-z]{1,39}$/, 'choice')
const name = withoutNumbers(requiredText(40))
const filterName = z
  .string()
  .max(40, 'unknownField')
  .regex(/^[a-z][A-Za-z]{0,39}$/, 'unknownField')
const filterValue = z.union([text(200), z.number(), z.boolean(), z.array(text(200)).max(200, 'tooMany')])

const filters = record(filterName, filterValue, 100)
  .refine((values) => JSON.stringify(values).length <= 8_000, 'tooLong')
  .refine((values) => !Object.values(values).some(holdsPersonalNumber), 'personalNumber')
const sort = z
  .string('required')
  .max(41, 'choice')
  .regex(/^-?[A-Za-z]{1,40}$/, 'choice')

const columnKey = z
  .string()
  .max(60, 'choice')
  .regex(/^[A-Za-z_]\w{0,59}$/, 'choice')
const columnKeys = z.array(columnKey).max(100, 'tooMany')
/** The layout of the table; if empty, the list's default. */
const columns = z.strictObject({
  order: columnKeys,
  hidden: columnKeys,
  widths: record(columnKey, z.number().min(40, 'range').max(1200, 'range'), 100),
  density: z.enum(['compact', 'normal', 'loose'], 'choice'),
})
columns.register(z.globalRegistry, { id: 'SavedViewColumns' })

const row = z.object({
  id,
  list: z.string(),
  name: z.string(),
  /** The role that shares the view; null if only its owner sees it. */
  roleId: id.nullable(),
  roleName: z.string().nullable(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** Whether the caller may change and delete it. */
  isManageable: z.boolean(),
  filters: z.record(z.string(), filterValue),
  sort: z.string(),
  columns,
  createdAt: instant,
  updatedAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'SavedView' })

/** With a role, every holder of `savedView:share` in that role may change the view, besides its owner. */
const create = z.strictObject({ list, name, roleId: id.nullable().default(null), filters, sort, columns })
/** A field that is left out stays. */
const update = z.strictObject({
  id,
  version,
  name: name.optional(),
  roleId: id.nullable().optional(),
  filters: filters.optional(),
  sort: sort.optional(),
  columns: columns.optional(),
})

export const savedView = area('savedView', {
  list: {
    method: 'GET',
    path: '/saved-view',
    kind: 'read',
    access: 'signedIn',
    summary: ['列表的视图：自己的和共享的', 'The views of a list: your own and those shared with you'],
    query: z.strictObject({ list }),
    /** By name. */
    answer: z.object({ views: z.array(row), mayShare: z.boolean() }),
  },
  roles: {
    method: 'GET',
    path: '/saved-view/roles',
    kind: 'read',
    point: 'share',
    summary: ['把各列表的视图共享给角色', 'Share views of any list with a role'],
    answer: z.array(z.object({ id, name: z.string() })),
  },
  get: {
    method: 'GET',
    path: '/saved-view/{id}',
    kind: 'read',
    access: 'signedIn',
    summary: ['打开视图', 'Open a view'],
    answer: row,
  },
  create: {
    method: 'POST',
    path: '/saved-view',
    kind: 'write',
    access: 'signedIn',
    summary: ['保存视图', 'Save a view'],
    body: create,
    answer: row,
  },
  update: {
    method: 'PUT',
    path: '/saved-view',
    kind: 'write',
    access: 'signedIn',
    summary: ['编辑视图', 'Edit a view'],
    body: update,
    answer: row,
  },
  remove: {
    method: 'DELETE',
    path: '/saved-view/{id}',
    kind: 'write',
    access: 'signedIn',
    summary: ['删除视图', 'Delete a view'],
    answer: z.null(),
  },
})

export type SavedView = z.output<typeof row>
export type SavedViewCreate = z.output<typeof create>
export type SavedViewUpdate = z.output<typeof update>
