import { inLanguage } from '@kabao/contract/kernel/language'
import { templateFields } from '@kabao/contract/partners/template-fields'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { useState } from 'react'
import { type Option, SelectField, TextField, useWords } from '#kit'
import { type FormAt, Rows, TextAt } from '#partners'
import own from './connection.module.css'
import type { TemplateForm } from './form.ts'
import type { PairContent } from './pairs.ts'
import { readValue, stepsFor, type Value, writeValue } from './values.ts'

interface RowsProps {
  form: FormAt
  /** Of the list. */
  path: string
  content: PairContent
}

/** The fields that are sent: the partner's name of each, what it holds, and how that is written. */
export function FieldRows({ form, path, content }: RowsProps) {
  const { t } = useWords(orgTemplateWords)
  return (
    <div className={own.pairs}>
      <div className={own.heads} aria-hidden>
        <span>{t('field.name')}</span>
        <span>{t('field.value')}</span>
        <span>{t('field.steps')}</span>
      </div>
      <Rows
        form={form}
        path={path}
        blank={{ name: '', value: '' }}
        most={100}
        words={{ add: t('row.add'), remove: (nth) => t('row.remove', { nth }) }}
      >
        {(field) => <FieldRow form={form} path={field} content={content} />}
      </Rows>
    </div>
  )
}

function FieldRow({ form, path, content }: RowsProps) {
  const { t, language } = useWords(orgTemplateWords)
  const { secrets, maps } = { secrets: form.at('secrets'), maps: form.at('maps') } as TemplateForm
  const text = form.at(`${path}.value`) as string
  const error = form.errorAt(`${path}.value`)
  // A simple text is that of a field too, so that it is edited as text has to be remembered.
  const [isText, setText] = useState(false)
  const value: Value | null = text === '' ? null : isText ? { of: 'liquid', text } : readValue(content, text)
  const set = (next: Value) => form.set(`${path}.value`, writeValue(content, next))
  const choices: Option[] = [
    ...Object.entries(templateFields)
      .filter(([name]) => name !== 'agreements')
      .map(([name, { words }]) => ({
        value: name,
        label: `${inLanguage(words, language).split(/[：:,，]/)[0]} · ${name}`,
      })),
    ...secrets.map(({ name }) => ({ value: `secret.${name}`, label: t('value.secret', { name }) })),
    { value: ' fixed', label: t('value.fixed') },
    { value: ' liquid', label: t('value.liquid') },
  ]
  const chosen =
    value &&
    (value.of === 'field' ? value.name : value.of === 'secret' ? `secret.${value.name}` : ` ${value.of}`)
  const choose = (choice: string | undefined) => {
    if (choice === undefined) return
    setText(choice === ' liquid')
    if (choice === ' fixed') set({ of: 'fixed', text: '' })
    else if (choice === ' liquid') set({ of: 'liquid', text: text === '' ? '{{ phone }}' : text })
    else if (choice.startsWith('secret.')) set({ of: 'secret', name: choice.slice('secret.'.length) })
    else set({ of: 'field', name: choice, steps: '' })
  }
  return (
    <div className={own.field}>
      <TextAt form={form} path={`${path}.name`} label={t('field.name')} />
      <div title={choices.find((choice) => choice.value === chosen)?.label}>
        <SelectField
          name={`${path}.from`}
          label={t('field.value')}
          isRequired
          value={chosen ?? undefined}
          options={choices}
          error={value?.of === 'secret' || value === null ? error : undefined}
          onChange={choose}
        />
      </div>
      {value?.of === 'field' && (
        <div title={value.steps}>
          <SelectField
            name={`${path}.value`}
            label={t('field.steps')}
            isRequired
            value={value.steps === '' ? 'plain' : value.steps}
            options={stepsFor({ content, secrets, maps }, value.name, value.steps).map(
              ({ value: steps, label }) => ({
                value: steps === '' ? 'plain' : steps,
                label: label ?? t(steps === '' ? 'steps.plain' : 'steps.text'),
              }),
            )}
            error={error}
            onChange={(steps: string) =>
              set({ of: 'field', name: value.name, steps: steps === 'plain' ? '' : steps })
            }
          />
        </div>
      )}
      {(value?.of === 'fixed' || value?.of === 'liquid') && (
        <TextField
          name={`${path}.value`}
          label={t(`field.${value.of === 'fixed' ? 'text' : 'liquid'}`)}
          value={value.text}
          error={error}
          onChange={(next) => set({ of: value.of, text: next } as Value)}
        />
      )}
    </div>
  )
}
