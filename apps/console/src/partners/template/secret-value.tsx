import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { useWords } from '#kit/words/words.ts'

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
  secret: Pick<ConnectionTemplate['secrets'][number], 'name' | 'kind'>
}

/** The new value of one secret. A key in PEM has several lines. */
export function SecretValue({ of, secret: { name, kind } }: ValueProps) {
  const { t } = useWords(templateEditorWords)
  const Field = kind.startsWith('rsa') ? LongTextField : TextField
  return (
    <Field
      name={`secret.${name}`}
      label={t('field.secretOf', { name })}
      placeholder={t(of.stored.includes(name) ? 'hint.secretSet' : 'hint.secretUnset')}
      value={of.typed[name] ?? ''}
      error={of.errorAt(name)}
      onChange={(value) => of.set(name, value)}
    />
  )
}
