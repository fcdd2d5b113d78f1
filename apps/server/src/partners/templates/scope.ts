import { maskIdNumber, maskName, maskPhone } from '@kabao/contract/kernel/personal'
import {
  type TemplateFieldName,
  templateAgreementParts,
  templateFields,
} from '@kabao/contract/partners/template-fields'
import type { Scope } from './render.ts'

export interface AcceptedAgreement {
  name: string
  version: string
  url: string
  /** ISO 8601 */
  acceptedAt: string
}

/** What is known of a person and of the request; what is missing or null is empty in the texts. */
export type TemplatePerson = {
  [K in Exclude<TemplateFieldName, 'agreements' | 'now' | 'nonce'>]?: string | number | boolean | null
} & { agreements?: readonly AcceptedAgreement[] }

/** The maximum number of agreements in a request, which bounds the loops of a text. */
const mostAgreements = 20
/** The maximum length of the value of a field, in characters. */
const longestField = 1_000

/**
 * The scope of a request: copies of the documented fields and nothing else, in objects without prototypes.
 * @param secrets the secrets by name, in an object without a prototype
 */
export function scopeOf(person: TemplatePerson, secrets: object, now: Date, nonce: string): Scope {
  const scope: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(templateFields) as TemplateFieldName[]) {
    scope[name] = Object.hasOwn(person, name) ? plain((person as Record<string, unknown>)[name]) : null
  }
  scope.agreements = (person.agreements ?? []).slice(0, mostAgreements).map(copyOf)
  scope.now = now.toISOString()
  scope.nonce = nonce
  scope.secret = secrets
  return scope
}

function copyOf(agreement: AcceptedAgreement): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null)
  for (const part of templateAgreementParts) copy[part] = plain(agreement[part])
  return copy
}

function plain(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return value.slice(0, longestField)
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  return null
}

const masks: Partial<Record<TemplateFieldName, (value: string) => string>> = {
  phone: maskPhone,
  name: maskName,
  idNumber: maskIdNumber,
  // A day, so that it can be formatted.
  birthday: () => '1900-01-01',
}

/** The person with every personal field masked, for a preview. */
export function maskedPerson(person: TemplatePerson): TemplatePerson {
  const masked: Record<string, unknown> = { ...person }
  for (const [name, field] of Object.entries(templateFields)) {
    const value = masked[name]
    if (!('isPersonal' in field) || value === null || value === undefined) continue
    masked[name] = masks[name as TemplateFieldName]?.(String(value)) ?? '***'
  }
  return masked as TemplatePerson
}
