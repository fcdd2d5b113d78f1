import { orgTemplateWords } from '@kabao/contract/org-template.words'
import type { TemplateStage } from '@kabao/contract/template'
import { NumberField, SelectField, TextField, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { CodeField } from './code-field.tsx'
import type { StageDraft } from './draft.ts'
import classes from './template.module.css'

const methods = ['GET', 'POST', 'PUT'] as const
const contents = ['json', 'form', 'xml', 'text'] as const
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const labels = {
  method: 'field.method',
  url: 'field.url',
  timeoutMs: 'field.timeoutMs',
  content: 'field.content',
  body: 'field.body',
  rest: 'field.rest',
} as const

interface StageProps {
  stage: TemplateStage
  spec: StageDraft
  /** The problem at `stages.submit.body`. */
  errorAt: (place: string) => string | undefined
  onChange: (next: StageDraft) => void
}

/** The fields of one stage. */
export function StageFields({ stage, spec, errorAt, onChange }: StageProps) {
  const { t } = useWords(orgTemplateWords)
  const field = <K extends keyof StageDraft>(name: K) => ({
    name,
    label: t(labels[name]),
    value: spec[name],
    error: errorAt(`stages.${stage}.${name}`),
    onChange: (value: StageDraft[K]) => onChange({ ...spec, [name]: value }),
  })
  const timeout = field('timeoutMs')
  return (
    <div className={classes.fields}>
      <TextField isRequired {...field('url')} />
      <FormRow>
        <SelectField isRequired options={optionsOf(methods)} {...field('method')} />
        <SelectField isRequired options={optionsOf(contents)} {...field('content')} />
        <NumberField isRequired {...timeout} onChange={(value) => timeout.onChange(value ?? 0)} />
      </FormRow>
      <CodeField {...field('body')} />
      <CodeField {...field('rest')} />
    </div>
  )
}
