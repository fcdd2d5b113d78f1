import type { Language } from '@kabao/contract'
import type { AuditChange } from '@kabao/contract/operations/audit'
import { labelOf, valueText } from './labels.ts'

type Values = Record<string, unknown> | null

interface Recorded {
  targetKind: string | null
  targetId: string | null
  before: Values
  after: Values
}

/** Fields that every change sets, or that repeat a part of the entry itself. */
const beside = new Set(['id', 'version', 'updatedAt', 'updatedBy', 'createdAt', 'createdBy'])

/**
 * The changes of an act, field by field, in the reader's language: only fields that differ if both sides were recorded, and every
 * field that is not empty if the row was created or deleted. A nested field is named `filter.kind`.
 */
export function changesOf({ targetKind: kind, targetId: id, before, after }: Recorded, language: Language) {
  const [old, now] = [flat(before), flat(after)]
  const names = [...new Set([...now.keys(), ...(after === null ? old.keys() : [])])]
  return names.flatMap((path): AuditChange[] => {
    if (beside.has(path)) return []
    const [one, other] = [old.get(path), now.get(path)]
    if (sameText(one) === sameText(other)) return []
    const [was, is] =
      Array.isArray(one) && Array.isArray(other) ? [without(one, other), without(other, one)] : [one, other]
    const text = (value: unknown): string =>
      Array.isArray(value) && !(kind === 'setting')
        ? value.map((each) => valueText({ kind, id, path }, each, language)).join(separator[language])
        : valueText({ kind, id, path }, value, language)
    return [
      {
        field: path,
        label: labelOf(kind, path, language),
        before: old.has(path) ? text(was) : null,
        after: now.has(path) ? text(is) : null,
      },
    ]
  })
}

const separator: Readonly<Record<Language, string>> = { 'zh-CN': '、', 'en-US': ', ' }

/** Treats a missing value, an empty text and an empty list as equal. */
const sameText = (value: unknown): string =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    ? ''
    : JSON.stringify(value)

const without = (list: readonly unknown[], others: readonly unknown[]) => {
  const known = new Set(others.map((each) => JSON.stringify(each)))
  return list.filter((each) => !known.has(JSON.stringify(each)))
}

function flat(values: Values, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [name, value] of Object.entries(values ?? {})) {
    if (isNested(value)) for (const [path, inner] of flat(value, `${prefix}${name}.`)) found.set(path, inner)
    else found.set(prefix + name, value)
  }
  return found
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
