import * as z from 'zod'
import { area, instant, longText } from '../kernel/kernel.ts'
import type { SchemaProblem } from '../kernel/problems.ts'
import { areKnownRegions } from '../kernel/region-code.ts'
import { baseAddress } from '../kernel/web-address.ts'

/** The unit of a whole number; the console shows it beside the field. */
export type SettingUnit =
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'characters'
  | 'passwords'
  | 'attempts'
  | 'reveals'
  | 'lookUps'
  | 'rows'
  | 'links'
  | 'orgs'
  | 'calls'
  | 'points'

interface Kinds {
  whole: {
    value: number
    limits: {
      unit: SettingUnit
      min: number
      max: number
      /** The smallest value besides 0, if 0 has a meaning of its own. */
      least?: number
    }
  }
  /** Money, stored in fen and shown in yuan. */
  fen: { value: number; limits: { min: number; max: number } }
  flag: { value: boolean; limits: object }
  /** A text in both languages, `[zh-CN, en-US]`; both may be empty. */
  text: { value: [zh: string, en: string]; limits: { max: number } }
  /** A name of the IANA time zone database. */
  zone: { value: string; limits: object }
  /** `HH:MM` on a 24-hour clock. */
  time: { value: string; limits: object }
  /** The beginning of web addresses; empty if there is none. */
  address: { value: string; limits: object }
  /** Six-digit region codes, separated by commas; empty: all. */
  regions: { value: string; limits: object }
}
export type SettingKind = keyof Kinds

/** One setting: its allowed values and its default. Titles and help are in `setting.words.ts`. */
export type SettingDefinition<K extends SettingKind = SettingKind> = {
  [Kind in K]: { kind: Kind; standard: Kinds[Kind]['value']; schema: z.ZodType } & Kinds[Kind]['limits']
}[K]

const whole = (
  unit: SettingUnit,
  standard: number,
  min: number,
  max: number,
): SettingDefinition<'whole'> => ({
  kind: 'whole',
  unit,
  standard,
  min,
  max,
  schema: z.int('integer').min(min, 'range').max(max, 'range'),
})

const leastArchiveDays = 7

/** 0 for never, or so many days that nothing which is read often has left the database by then. */
const archiveDays: SettingDefinition<'whole'> = {
  ...whole('days', 0, 0, 3_650),
  least: leastArchiveDays,
  schema: z
    .int('integer')
    .max(3_650, 'range')
    .refine((days) => days === 0 || days >= leastArchiveDays, 'archiveDays'),
}

const fen = (standard: number, min: number, max: number): SettingDefinition<'fen'> => ({
  kind: 'fen',
  standard,
  min,
  max,
  schema: z.int('integer').min(min, 'range').max(max, 'range'),
})

const flag = (standard: boolean): SettingDefinition<'flag'> => ({
  kind: 'flag',
  standard,
  schema: z.boolean('type'),
})

const bothTexts = (max: number): SettingDefinition<'text'> => ({
  kind: 'text',
  standard: ['', ''],
  max,
  schema: z.tuple([longText(max), longText(max)]),
})

const zone = (standard: string): SettingDefinition<'zone'> => ({
  kind: 'zone',
  standard,
  schema: z.string('required').max(64, 'timeZone').refine(isTimeZone, 'timeZone'),
})

const time = (standard: string): SettingDefinition<'time'> => ({
  kind: 'time',
  standard,
  schema: z
    .string('required')
    .max(5, 'timeOfDay')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay'),
})

const address = (): SettingDefinition<'address'> => ({ kind: 'address', standard: '', schema: baseAddress })

const regions = (): SettingDefinition<'regions'> => ({
  kind: 'regions',
  standard: '',
  schema: z
    .string('required')
    .max(2_000, 'tooLong')
    .regex(/^([1-9]\d{5}(,[1-9]\d{5})*)?$/, 'region'),
})

/** Whether a text names a zone or `UTC`. An offset like `+08:00` has no summer time, and PostgreSQL reads its sign reversed. */
function isTimeZone(value: string): boolean {
  if (value !== 'UTC' && !/^[A-Z]\w+(\/[\w-]+){1,2}$/.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}

/** Every setting, by its key; the part before the dot is its group. */
export const settingDefinitions = {
  'business.timezone': zone('Asia/Shanghai'),
  'business.dayStartsAt': time('00:00'),

  'session.idleMinutes': whole('minutes', 120, 5, 1_440),
  'session.absoluteHours': whole('hours', 12, 1, 168),

  'password.minLength': whole('characters', 8, 8, 64),
  'password.refuseCommon': flag(true),
  'password.history': whole('passwords', 5, 0, 24),
  /** 0: a password never expires. */
  'password.maxAgeDays': whole('days', 0, 0, 3_650),

  /** The longest that a personal access token is valid; it applies to those that were made before, too. 0: none is. */
  'token.maxDays': whole('days', 365, 0, 3_650),

  'lockout.failures': whole('attempts', 5, 3, 50),
  'lockout.firstDelaySeconds': whole('seconds', 60, 1, 3_600),
  'lockout.maxDelaySeconds': whole('seconds', 3_600, 1, 86_400),
  'lockout.addressFailures': whole('attempts', 120, 10, 100_000),

  'masking.revealSeconds': whole('seconds', 30, 5, 300),
  /** Look-ups by a whole value count too. 0: no limit. */
  'masking.revealsPerHour': whole('reveals', 200, 0, 100_000),
  /** Look-ups that found nobody. 0: no limit. */
  'masking.missesPerHour': whole('lookUps', 50, 0, 100_000),

  'export.maxRows': whole('rows', 1_000_000, 1, 5_000_000),
  'export.expiresAfterDays': whole('days', 7, 1, 90),

  // Network logs must be kept for at least six months: Cybersecurity Law of China, article 21 (3).
  'retention.auditLogDays': whole('days', 1_095, 180, 36_500),
  'retention.loginLogDays': whole('days', 365, 180, 36_500),
  'retention.messageDays': whole('days', 180, 7, 3_650),
  'retention.errorEventDays': whole('days', 90, 7, 3_650),
  'retention.openRequestDays': whole('days', 30, 1, 3_650),
  'retention.deliveryDays': whole('days', 30, 7, 3_650),
  /** After how many days closed days of the request log go from the database to files; at least 7. 0: never. */
  'retention.archiveAfterDays': archiveDays,
  // The least of each is also in the database (`partitioned_table`), which drops nothing that is younger.
  'retention.visitDays': whole('days', 90, 30, 3_650),
  'retention.matchRunDays': whole('days', 90, 30, 3_650),
  'retention.pushAttemptDays': whole('days', 365, 90, 3_650),
  'retention.stepTakenDays': whole('days', 365, 30, 3_650),

  /** Shown beside the login form to people without an account or password; if empty, only the product's own sentence is shown. */
  'login.contactText': bothTexts(300),

  /** The address of a channel's landing page is this, a slash and the code of the channel. */
  'channel.landingBase': address(),

  /** How many organizations are asked at most in one search for a person, and how long the search takes. */
  'push.maxOffers': whole('orgs', 5, 1, 50),
  'push.searchSeconds': whole('seconds', 20, 2, 600),
  /** How long people wait for what opens again by itself and is the only thing that keeps them from a plan. 0: nobody waits. */
  'push.waitMinutes': whole('minutes', 30, 0, 1_440),
  /** Whether plans of a flow are tried by their priority first, and only among equals by what a person is worth. */
  'push.priorityFirstFull': flag(false),
  'push.priorityFirstHalf': flag(false),
  'push.priorityFirstUv': flag(false),
  'push.priorityFirstCity': flag(false),
  /** How long a person of the half flow may consent to an offer. */
  'push.offerMinutes': whole('minutes', 30, 1, 1_440),

  /** The address of this service for partners, as their integration guides name it. */
  'open.address': address(),
  /** A phone belongs to the channel that brought it first for this long. */
  'open.attributionDays': whole('days', 30, 1, 3_650),
  /** Of each key, on all instances together; a channel can have a limit of its own. */
  'open.callsPerSecond': whole('calls', 100, 1, 10_000),
  /** How often a channel may ask about phones on a business day, since the answers say who is known. */
  'open.checksPerDay': whole('calls', 20_000, 1, 10_000_000),
  /** How often a channel may send leads on a business day. */
  'open.leadsPerDay': whole('calls', 5_000, 1, 10_000_000),

  /** Feedback that is open for longer than this is overdue. */
  'feedback.overdueHours': whole('hours', 48, 1, 8_760),

  /** What is held for longer than this is released, unless its push is unknown. */
  'ledger.holdHours': whole('hours', 72, 1, 720),

  /** Whether a payment of a closed order opens it again, if what it bought is still there; otherwise the payment goes back. */
  'payment.reopenLate': flag(true),
  /** Refunds of one order by which one person may pay back up to this sum in all; above it, another person approves. */
  'payment.refundAloneFen': fen(50_000, 0, 100_000_000),

  /** Whether users whom nobody accepted, and users whom organizations returned, become leads in the public pool. */
  'crm.takesFull': flag(false),
  'crm.takesHalf': flag(false),
  'crm.takesReturned': flag(false),
  /** Of which regions, and from which score on; for users whom nobody accepted. */
  'crm.regions': regions(),
  'crm.leastScore': whole('points', 0, 0, 100),
  /** Phones of leads that one administrator sees in a business day. 0: no limit. */
  'crm.revealsPerDay': whole('reveals', 100, 0, 100_000),
  /** Whether salesmen see the ranking of their team. */
  'crm.showsRanking': flag(true),

  'threshold.lowBalanceFen': fen(100_000, 0, 100_000_000_000),
  'threshold.poolIdleLinks': whole('links', 100, 0, 1_000_000),
} as const satisfies Record<string, SettingDefinition>

export type SettingKey = keyof typeof settingDefinitions
export type SettingValue<K extends SettingKey = SettingKey> = (typeof settingDefinitions)[K]['standard']
export type SettingGroup = SettingKey extends infer K ? (K extends `${infer G}.${string}` ? G : never) : never

export const settingKeys = Object.keys(settingDefinitions) as SettingKey[]
/** The groups, in the order in which they are shown. */
export const settingGroups = [...new Set(settingKeys.map(groupOf))]

export function groupOf(key: SettingKey): SettingGroup {
  return key.slice(0, key.indexOf('.')) as SettingGroup
}

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key)

/** The default of a setting. */
export const standardOf = <K extends SettingKey>(key: K): SettingValue<K> => settingDefinitions[key].standard

/** The settings that every page may read, also before sign-in. */
export const openSettingKeys = [
  'business.timezone',
  'business.dayStartsAt',
  'password.minLength',
  'masking.revealSeconds',
  'login.contactText',
] as const satisfies readonly SettingKey[]

/** Errors of settings that are valid one by one but not together. */
export function unfitTogether(
  get: <K extends SettingKey>(key: K) => SettingValue<K>,
): Map<SettingKey, SchemaProblem> {
  const problems = new Map<SettingKey, SchemaProblem>()
  if (get('session.idleMinutes') > get('session.absoluteHours') * 60)
    problems.set('session.idleMinutes', 'lifetimeOrder')
  if (get('lockout.firstDelaySeconds') > get('lockout.maxDelaySeconds'))
    problems.set('lockout.firstDelaySeconds', 'delayOrder')
  return problems
}

const anyValue = z.union([z.number(), z.boolean(), z.string(), z.tuple([z.string(), z.string()])])

const row = z.object({
  key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]),
  value: anyValue,
  /** Nobody has changed it, or its default was restored. */
  isStandard: z.boolean(),
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
  /** 0 if nobody has ever changed it. */
  version: z.int().min(0),
})
row.register(z.globalRegistry, { id: 'Setting' })

/** `null` restores the default. */
export type SettingChanges = { [K in SettingKey]?: { value: SettingValue<K> | null; version: number } }

const change = ({ kind, schema }: SettingDefinition) => {
  // Not in the schema itself: a stored region that never was must not open the setting to the whole country.
  const value =
    kind === 'regions' ? schema.refine((codes) => areKnownRegions(codes as string), 'noSuchRegion') : schema
  return z.strictObject({ value: value.nullable(), version: z.int('integer').min(0, 'range') })
}

/** Only the changed settings, each with the version that the caller saw. */
const update = z
  .strictObject(
    Object.fromEntries(settingKeys.map((key) => [key, change(settingDefinitions[key]).optional()])),
  )
  .refine((changes) => Object.keys(changes).length > 0, 'required') as unknown as z.ZodType<SettingChanges>

const open = z.object(
  Object.fromEntries(openSettingKeys.map((key) => [key, settingDefinitions[key].schema])),
) as unknown as z.ZodType<OpenSettings>

export const setting = area('setting', {
  list: {
    method: 'GET',
    path: '/setting',
    kind: 'read',
    summary: ['查看通用设置', 'View general settings'],
    answer: z.array(row),
  },
  update: {
    method: 'PUT',
    path: '/setting',
    kind: 'write',
    protection: ['notice'],
    summary: ['修改通用设置', 'Change general settings'],
    body: update,
    answer: z.array(row),
  },
  open: {
    method: 'GET',
    path: '/setting/open',
    kind: 'read',
    access: 'anyone',
    summary: ['页面所需的公开设置', 'Public settings needed by pages'],
    answer: open,
  },
})

export type SettingRow = z.output<typeof row>
export type OpenSettings = { [K in (typeof openSettingKeys)[number]]: SettingValue<K> }
