import { inLanguage, isWords, type Language, type Words, type WordTree } from '@kabao/contract'
import { adminWords } from '@kabao/contract/access/admin.words'
import { roleWords } from '@kabao/contract/access/role.words'
import { batchWords } from '@kabao/contract/app/batch.words'
import { menu } from '@kabao/contract/app/menu'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { exportWords } from '@kabao/contract/kernel/export.words'
import { importWords } from '@kabao/contract/kernel/import.words'
import { plainText } from '@kabao/contract/kernel/rich-text'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { jobWords } from '@kabao/contract/operations/job.words'
import { isSettingKey, settingDefinitions } from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import { checkKeyWords } from '@kabao/contract/partners/check-key.words'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { orgWords } from '@kabao/contract/supply/org.words'
import { planWords } from '@kabao/contract/supply/plan.words'
import { productWords } from '@kabao/contract/supply/product.words'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { userWords } from '@kabao/contract/users/user.words'
import { actions } from './actions.ts'

/** The labels of one kind of target: those of its fields, and those of the values of fields with a fixed set of values. */
interface KindWords {
  fields?: WordTree
  values?: Readonly<Record<string, WordTree>>
  /** The fields that are rich texts, which are shown without their markup. */
  richTexts?: readonly string[]
}

/** Recorded fields that no list shows. */
const recordedFields = [
  'status',
  'name',
  'value',
  'total',
  'count',
  'done',
  'added',
  'present',
  'new',
  'size',
  'mediaType',
  'use',
  'act',
  'batch',
  'filter',
  'filters',
  'sort',
  'list',
  'role',
  'ended',
  'adminId',
  'feedback',
  'deleted',
  'again',
  'compared',
  'alike',
  'furtherRefusals',
  'mustChangePassword',
  'createdFrom',
  'createdTo',
  'previousKeys',
  'endedKey',
] as const
const recorded: WordTree = Object.fromEntries(
  recordedFields.map((name) => [name, auditWords.tree.recorded[name]]),
)
const recordedKey = apiKeyWords.tree.recorded
/** The fields of a change of an API key, which is recorded at its partner. */
const ofKey = {
  fields: { key: recordedKey.key, keySort: recordedKey.keySort, overlapDays: recordedKey.overlapDays },
  values: { keySort: apiKeyWords.tree.sort },
}
const dataScope = roleWords.tree.dataScope

const kinds: Readonly<Record<string, KindWords>> = {
  user: {
    fields: userWords.tree.field,
    values: {
      status: userWords.tree.status,
      flow: userWords.tree.flow,
      gender: userWords.tree.gender,
      riskLevel: userWords.tree.riskLevel,
    },
  },
  blacklist: {
    fields: blacklistWords.tree.field,
    values: {
      kind: blacklistWords.tree.kind,
      source: blacklistWords.tree.source,
      state: blacklistWords.tree.state,
    },
  },
  feedback: {
    fields: feedbackWords.tree.field,
    values: { status: feedbackWords.tree.status, kind: feedbackWords.tree.kind },
  },
  channel: {
    fields: { ...channelWords.tree.field, ...ofKey.fields },
    values: {
      status: channelWords.tree.status,
      flow: channelWords.tree.flow,
      settlement: channelWords.tree.settlement,
      ...ofKey.values,
    },
  },
  checkKey: { fields: checkKeyWords.tree.field, values: { slot: checkKeyWords.tree.slot } },
  org: {
    fields: { ...orgWords.tree.field, ...ofKey.fields },
    values: { status: orgWords.tree.status, flow: orgWords.tree.flow, ...ofKey.values },
  },
  plan: {
    fields: planWords.tree.field,
    values: {
      status: planWords.tree.status,
      flow: planWords.tree.flow,
      gender: planWords.tree.gender,
      incomeBands: planWords.tree.incomeBand,
      creditBands: planWords.tree.creditBand,
    },
  },
  pushPlan: {
    fields: pushPlanWords.tree.field,
    values: {
      status: pushPlanWords.tree.status,
      schedule: pushPlanWords.tree.schedule,
      userStatuses: userWords.tree.status,
      riskLevels: userWords.tree.riskLevel,
    },
  },
  poolLink: { fields: poolLinkWords.tree.field, values: { status: poolLinkWords.tree.status } },
  product: {
    fields: productWords.tree.field,
    richTexts: ['detail'],
    values: {
      status: productWords.tree.status,
      kind: productWords.tree.kind,
      flow: productWords.tree.flow,
    },
  },
  admin: { fields: adminWords.tree.field, values: { status: adminWords.tree.status } },
  role: { fields: roleWords.tree.field, values: { dataScope } },
  exportTask: {
    fields: exportWords.tree.field,
    values: {
      status: exportWords.tree.status,
      resource: exportWords.tree.resource,
      format: exportWords.tree.format,
    },
  },
  job: { fields: jobWords.tree.field, values: { state: jobWords.tree.state } },
  batch: { values: { status: exportWords.tree.status } },
}
const imports: KindWords = { values: { status: importWords.tree.status } }

const wordsOf = (kind: string | null): KindWords =>
  kind?.endsWith('Import') ? imports : (kind !== null && kinds[kind]) || {}

const wordsAt = (tree: WordTree | undefined, key: string): Words | undefined => {
  const found = tree && Object.hasOwn(tree, key) ? tree[key] : undefined
  return found && isWords(found) ? found : undefined
}

/** The label of a recorded field; its recorded name if this version has no label for it. */
export function labelOf(kind: string | null, path: string, language: Language): string {
  const { fields } = wordsOf(kind)
  return path
    .split('.')
    .map((name) => {
      const words = wordsAt(fields, name) ?? wordsAt(recorded, name)
      return words ? inLanguage(words, language) : name
    })
    .join(' · ')
}

/** A recorded value in words; a text that a person typed stays as it is. */
export function valueText(
  { kind, id, path }: { kind: string | null; id: string | null; path: string },
  value: unknown,
  language: Language,
): string {
  if (kind === 'setting' && path === 'value' && id !== null) return settingText(id, value, language)
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return inLanguage(value ? roleWords.tree.yes : roleWords.tree.no, language)
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const field = path.split('.').at(-1) as string
  if (wordsOf(kind).richTexts?.includes(field)) return plainText(value)
  const words =
    wordsAt(wordsOf(kind).values?.[field], value) ?? (path === 'nodes' ? nodeWords(value) : undefined)
  if (words) return inLanguage(words, language)
  const act = path === 'act' ? batchAct(value) : undefined
  return act ? inLanguage(act, language) : value
}

/** The label of a batch by its act, such as `feedback.take`. */
export function batchAct(name: string): Words | undefined {
  const [area = '', act = ''] = name.split('.')
  const acts: WordTree = batchWords.tree.act
  const ofArea = Object.hasOwn(acts, area) ? (acts[area] as WordTree) : undefined
  return wordsAt(ofArea, act)
}

export const settingName = (key: string): Words | undefined => wordsAt(settingWords.tree.name, key)
export const exportName = (resource: string): Words | undefined =>
  wordsAt(exportWords.tree.resource, resource)
export const blacklistKind = (kind: string): Words | undefined => wordsAt(blacklistWords.tree.kind, kind)
export const checkKeySlot = (slot: string): Words | undefined => wordsAt(checkKeyWords.tree.slot, slot)
export const feedbackKind = (kind: string): Words | undefined => wordsAt(feedbackWords.tree.kind, kind)

/** The title of a page, or the description of a permission point. */
function nodeWords(node: string): Words | undefined {
  return pages.get(node) ?? actions.get(node)
}
const pages = new Map(menu.flatMap(({ pages: of }) => of.map(({ name, title }) => [name, title] as const)))

function settingText(key: string, value: unknown, language: Language): string {
  if (!isSettingKey(key) || value === null || value === undefined) return textOf(value)
  const definition = settingDefinitions[key]
  if (definition.kind === 'flag')
    return inLanguage(value ? settingWords.tree.flag.on : settingWords.tree.flag.off, language)
  if (definition.kind === 'fen')
    return `${Number(value) / 100} ${inLanguage(settingWords.tree.unit.yuan, language)}`
  if (definition.kind === 'whole')
    return `${textOf(value)} ${inLanguage(settingWords.tree.unit[definition.unit], language)}`
  return Array.isArray(value) ? value.join(' / ') : textOf(value)
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
