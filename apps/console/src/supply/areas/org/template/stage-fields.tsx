import type { TemplateStage } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { NumberField, SelectField, TextField, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { CodeField } from '#partners'
import classes from '#partners/template/template.module.css'
import type { StageDraft } from './draft.ts'

const methods = ['GET', 'POST', 'PUT'] as const
const contents = ['json', 'form', 'xml', 'text'] as const
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

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
  const editor = useWords(templateEditorWords)
  const field = <K extends keyof StageDraft>(name: K) => ({
    name,
    label: name === 'rest' ? t('field.rest') : editor.t(`field.${name as Exclude<K, 'rest'>}`),
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
