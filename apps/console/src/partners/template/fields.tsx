import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { useState } from 'react'
import { Switch } from '#kit/controls/switch.ts'
import { NumberField } from '#kit/form/number-field.tsx'
import type { Option } from '#kit/form/options.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TagsField } from '#kit/form/tags-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { useWords } from '#kit/words/words.ts'
import { CodeField } from './code-field.tsx'
import type { FormAt } from './form-at.ts'

/** One value of a template, by its path. */
export interface AtPath {
  form: FormAt
  path: string
  label: string
  description?: string | undefined
  placeholder?: string | undefined
  isRequired?: boolean
}

const boundTo = ({ form, path, ...looks }: AtPath) => ({ ...looks, name: path, error: form.errorAt(path) })

/** @param isNullable an empty text is null */
export const TextAt = ({ isNullable = false, ...at }: AtPath & { isNullable?: boolean }) => (
  <TextField
    {...boundTo(at)}
    value={String(at.form.at(at.path) ?? '')}
    onChange={(text) => at.form.set(at.path, isNullable && text === '' ? null : text)}
  />
)

/** A whole number above 0. In the template, 0 stands for a text that is none, so that the template is refused. */
export function NumberAt(at: AtPath) {
  const [isWrong, setIsWrong] = useState(false)
  const value = Number(at.form.at(at.path))
  return (
    <NumberField
      {...boundTo(at)}
      value={isWrong && value === 0 ? Number.NaN : value}
      onChange={(number) => {
        setIsWrong(Number.isNaN(number))
        at.form.set(at.path, number || 0)
      }}
    />
  )
}

export const CodeAt = ({ form, path, label, isWrapped = false }: AtPath & { isWrapped?: boolean }) => (
  <CodeField
    name={path}
    label={label}
    value={String(form.at(path) ?? '')}
    error={form.errorAt(path)}
    onChange={(text) => form.set(path, text)}
    isWrapped={isWrapped}
  />
)

export const ChoiceAt = ({ options, ...at }: AtPath & { options: readonly Option[] }) => (
  <SelectField
    {...boundTo(at)}
    value={(at.form.at(at.path) ?? undefined) as string | undefined}
    options={options}
    onChange={(next: string | undefined) => at.form.set(at.path, next ?? null)}
  />
)

/** A secret that the template declares; none is null. */
export function SecretAt(at: AtPath) {
  const { t } = useWords(templateEditorWords)
  const names = (at.form.at('secrets') as { name: string }[]).map(({ name }) => name)
  const named = at.form.at(at.path)
  // A name that is not declared stays visible, with the problem at it.
  const known = typeof named !== 'string' || names.includes(named) ? names : [...names, named]
  return (
    <ChoiceAt
      {...at}
      options={known.filter((name) => name !== '').map((name) => ({ value: name, label: name }))}
      placeholder={t('none')}
    />
  )
}

/** Texts as tags. @param asNumbers they are kept as numbers */
export const TagsAt = ({ asNumbers = false, ...at }: AtPath & { asNumbers?: boolean }) => (
  <TagsField
    {...boundTo(at)}
    value={(at.form.at(at.path) as (string | number)[]).map(String)}
    onChange={(texts) =>
      at.form.set(at.path, asNumbers ? texts.filter((text) => /^\d+$/.test(text)).map(Number) : texts)
    }
  />
)

export const SwitchAt = ({
  form,
  path,
  label,
  on = true,
  off = false,
}: AtPath & { on?: unknown; off?: unknown }) => (
  <Switch
    name={path}
    label={label}
    checked={Boolean(form.at(path))}
    onChange={(event) => form.set(path, event.currentTarget.checked ? on : off)}
  />
)
