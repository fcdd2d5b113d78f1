import * as z from 'zod'
import { exportAnswer, exportBody } from './export-body.ts'
import { area, id, instant, pageAnswer, pageBody, text, version } from './kernel.ts'
import { lookedUp, readListedValue } from './look-up.ts'
import { idNumber, phone } from './personal.ts'

export const blacklistKinds = ['phone', 'idNumber', 'device', 'ip'] as const
export type BlacklistKind = (typeof blacklistKinds)[number]
export const blacklistSources = ['manual', 'import', 'risk', 'complaint'] as const

/** The normal form of a value by its kind; two ways to write one value are one entry. */
export const blacklistValue: Record<BlacklistKind, z.ZodType<string, string>> = {
  phone,
  idNumber,
  device: z
    .string('required')
    .trim()
    .max(128, 'device')
    .regex(/^[\w.:-]{4,128}$/, 'device'),
  ip: z
    .string('required')
    .trim()
    .max(64, 'ip')
    .transform((value, context) => {
      const normal = normalIp(value)
      if (normal === null) context.addIssue({ code: 'custom', message: 'ip' })
      return normal ?? z.NEVER
    }),
}

const editable = {
  reason: text(200).default(''),
  expiresAt: instant.nullable().default(null),
  remark: text(500).default(''),
}

/** Whether a value is on the list is told by a filter, and by the refusal of a second entry. */
const listedValue = lookedUp(text(200), 'blacklist', readListedValue)
const newValue = lookedUp(text(200).min(1, 'required'), 'blacklist', readListedValue)

const create = z
  .strictObject({ kind: z.enum(blacklistKinds, 'choice'), value: newValue, ...editable })
  .transform((entry, context) => {
    const value = blacklistValue[entry.kind].safeParse(entry.value)
    if (value.success) return { ...entry, value: value.data }
    context.addIssue({ code: 'custom', path: ['value'], message: value.error.issues[0]?.message ?? 'type' })
    return z.NEVER
  })

/** Without `value` the stored one stays: the console never needs to see it to change the rest. */
const update = z.strictObject({ id, version, value: listedValue.optional(), ...editable })

const row = z.object({
  id,
  kind: z.enum(blacklistKinds),
  /** Masked where the kind is personal data. */
  value: z.string(),
  /** Phone and id numbers in it are masked; an edit that leaves the mask in place keeps the number. */
  reason: z.string(),
  source: z.enum(blacklistSources),
  expiresAt: instant.nullable(),
  /** As the reason. */
  remark: z.string(),
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'BlacklistEntry' })

const page = pageBody(['createdAt', 'expiresAt'], '-createdAt', {
  kind: z.enum(blacklistKinds, 'choice').optional(),
  /** A whole value; it is normalised for the kind asked for, or for every kind it could be. */
  value: listedValue.optional(),
  source: z.enum(blacklistSources, 'choice').optional(),
  /** `active` entries match today, `expired` ones no more. */
  state: z.enum(['active', 'expired'], 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** What the list can show, by the names of its columns. */
export const blacklistColumns = [
  'kind',
  'value',
  'reason',
  'source',
  '_state',
  'expiresAt',
  'createdBy',
  'createdAt',
  'remark',
] as const

const toExport = exportBody(page, blacklistColumns)

export const blacklist = area('blacklist', {
  page: {
    method: 'POST',
    path: '/blacklist/page',
    kind: 'read',
    owned: true,
    summary: ['查看黑名单', 'See the blacklist'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: '/blacklist/page/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出黑名单', 'Export the blacklist'],
    body: toExport,
    answer: exportAnswer,
  },
  get: {
    method: 'GET',
    path: '/blacklist/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看黑名单条目', 'See one blacklist entry'],
    answer: row,
  },
  create: {
    method: 'POST',
    path: '/blacklist',
    kind: 'write',
    summary: ['添加黑名单', 'Add to the blacklist'],
    body: create,
    answer: row,
  },
  update: {
    method: 'PUT',
    path: '/blacklist',
    kind: 'write',
    owned: true,
    summary: ['修改黑名单', 'Change a blacklist entry'],
    body: update,
    answer: row,
  },
  remove: {
    method: 'DELETE',
    path: '/blacklist/{id}',
    kind: 'write',
    point: 'delete',
    owned: true,
    summary: ['移除黑名单', 'Take off the blacklist'],
    answer: z.null(),
  },
  removeMany: {
    method: 'POST',
    path: '/blacklist/batch/delete',
    kind: 'write',
    point: 'delete',
    owned: true,
    summary: ['批量移除黑名单', 'Take several off the blacklist'],
    body: z.strictObject({ ids: z.array(id).min(1, 'required').max(200, 'tooMany') }),
    answer: z.object({ removed: z.int() }),
  },
  reveal: {
    method: 'POST',
    path: '/blacklist/{id}/reveal',
    kind: 'write',
    affects: [],
    owned: true,
    summary: ['查看完整的黑名单值', 'See the whole value of an entry'],
    answer: z.object({ value: z.string(), reason: z.string(), remark: z.string() }),
  },
})

export type BlacklistRow = z.output<typeof row>
export type BlacklistExport = z.output<typeof toExport>
export type BlacklistPage = z.output<typeof page>
export type BlacklistCreate = z.output<typeof create>
export type BlacklistUpdate = z.output<typeof update>

/** IPv4 as it is; IPv6 in its canonical short form (RFC 5952), which a URL's host has. */
function normalIp(value: string): string | null {
  if (z.ipv4().safeParse(value).success) return value
  if (!z.ipv6().safeParse(value).success) return null
  try {
    return new URL(`http://[${value}]`).hostname.slice(1, -1)
  } catch {
    return null
  }
}
