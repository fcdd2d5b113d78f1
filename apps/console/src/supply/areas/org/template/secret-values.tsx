import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { LongTextField, TextField, useWords } from '#kit'
import type { TemplateForm } from './form.ts'

/** The values of secrets while they are typed; nobody sees what is stored. */
export interface SecretValues {
  typed: Readonly<Record<string, string>>
  /** The names of those that have a value. */
  stored: readonly string[]
  errorAt: (name: string) => string | undefined
  set: (name: string, value: string) => void
}

interface ValueProps {
  of: SecretValues
  secret: TemplateForm['secrets'][number]
  label: string
}

/** The new value of one secret. A key in PEM has several lines. */
export function SecretValue({ of, secret: { name, kind }, label }: ValueProps) {
  const { t } = useWords(orgTemplateWords)
  const Field = kind.startsWith('rsa') ? LongTextField : TextField
  return (
    <Field
      name={`secret.${name}`}
      label={label}
      placeholder={t(of.stored.includes(name) ? 'hint.secretSet' : 'hint.secretUnset')}
      value={of.typed[name] ?? ''}
      error={of.errorAt(name)}
      onChange={(value) => of.set(name, value)}
    />
  )
}
