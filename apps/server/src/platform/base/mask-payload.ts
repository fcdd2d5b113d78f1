import { maskName } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'

/** Fields that hold a person's name, under the names that partners use. */
const names = /^(real_?)?name$|^user_?name$|姓名/i
const secrets = /secret|password|token|sign(ature)?$|^key$/i

/** A payload as it may be stored and shown: personal data is masked and secrets are removed. Masked values stay unchanged. */
export function maskPayload(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => maskPayload(each, field))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskPayload(each, name)]))
  if (secrets.test(field)) return '***'
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const text = String(value)
  if (names.test(field)) return maskName(text)
  const masked = maskText(text)
  return masked === text ? value : masked
}
