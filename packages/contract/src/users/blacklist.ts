import * as z from 'zod'
import { changeFields, crud } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { ipAddress } from '../kernel/ip.ts'
import { area, id, instant, longText, pageBody, text, version } from '../kernel/kernel.ts'
import { lookedUp, readListedValue } from '../kernel/look-up.ts'
import { idNumber, phone } from '../kernel/personal.ts'
import { plainDevice } from '../kernel/typed/device.ts'

export const blacklistKinds = ['phone', 'idNumber', 'device', 'ip'] as const
export type BlacklistKind = (typeof blacklistKinds)[number]
export const blacklistSources = ['manual', 'import', 'risk', 'complaint'] as const

/** The normal form of a value by its kind, so that two spellings of one value are one entry. */
export const blacklistValue: Record<BlacklistKind, z.ZodType<string, string>> = {
  phone,
  idNumber,
  device: z
    .string('required')
    .overwrite(plainDevice)
    .max(128, 'device')
    .regex(/^[\w.:-]{4,128}$/, 'device'),
  ip: ipAddress,
}

const editable = {
  reason: text(200).default(''),
  expiresAt: instant.nullable().default(null),
  remark: longText(500).default(''),
}

/** Both this filter and the refusal of a duplicate entry reveal whether a value is on the list. */
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

/** Without `value` the stored one stays, so the console can change the other fields without seeing it. */
const update = z.strictObject({ id, version, value: listedValue.optional(), ...editable })

const row = z.object({
  id,
  kind: z.enum(blacklistKinds),
  /** Masked if the kind is personal data. */
  value: z.string(),
  /** Phone and id numbers in it are masked; an edit that leaves the mask in place keeps the number. */
  reason: z.string(),
  source: z.enum(blacklistSources),
  expiresAt: instant.nullable(),
  /** Masked like the reason. */
  remark: z.string(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'BlacklistEntry' })

const page = pageBody(['createdAt', 'expiresAt'], '-createdAt', {
  kind: z.enum(blacklistKinds, 'choice').optional(),
  /** A whole value; it is normalised for the given kind, or for every kind that it could be. */
  value: listedValue.optional(),
  source: z.enum(blacklistSources, 'choice').optional(),
  /** `active` entries are matched, `expired` entries no longer are. */
  state: z.enum(['active', 'expired'], 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** The names of the list's columns. */
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

const reveal = z.object({ value: z.string(), reason: z.string(), remark: z.string() })

export const blacklist = area(
  'blacklist',
  crud(
    { path: '/blacklist', owned: true },
    { row, page, export: toExport, create, update, reveal },
    {
      page: ['查看黑名单', 'View the blacklist'],
      export: ['导出黑名单', 'Export the blacklist'],
      get: ['查看黑名单条目', 'View a blacklist entry'],
      create: ['添加黑名单', 'Add to the blacklist'],
      update: ['编辑黑名单', 'Edit a blacklist entry'],
      remove: ['移除黑名单', 'Remove from the blacklist'],
      removeMany: ['批量移除黑名单', 'Remove several from the blacklist'],
      reveal: ['查看完整的黑名单值', 'Reveal the full value of a blacklist entry'],
    },
  ),
)

export type BlacklistRow = z.output<typeof row>
export type BlacklistExport = z.output<typeof toExport>
export type BlacklistPage = z.output<typeof page>
export type BlacklistCreate = z.output<typeof create>
export type BlacklistUpdate = z.output<typeof update>
