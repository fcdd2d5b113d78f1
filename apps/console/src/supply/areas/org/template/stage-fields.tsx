import { type TemplateStage, templateOutcomes } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { optionsOf, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { ChoiceAt, HeaderRows, NumberAt, RuleRows, TagsAt, TextAt } from '#partners'
import classes from '#partners/template/template.module.css'
import { FieldRows } from './field-rows.tsx'
import { contentOf, type StageForm, sendKinds } from './form.ts'
import { SignFields } from './sign-fields.tsx'

const sendNames = {
  'POST json': 'postJson',
  'POST form': 'postForm',
  'GET form': 'getForm',
  'PUT json': 'putJson',
  'PUT form': 'putForm',
} as const

type StageProps = Omit<Parameters<typeof SignFields>[0], 'path'> & { stage: TemplateStage; spec: StageForm }

/** What is sent at a stage, and how the answer is read. */
export function StageFields({ form, stage, spec, set, setSign }: StageProps) {
  const { t } = useWords(orgTemplateWords)
  const editor = useWords(templateEditorWords)
  const path = `stages.${stage}`
  const { seal, envelope, reply } = spec
  const wrongFields = form.errorAt(`${path}.fields`)
  return (
    <>
      <FormSection title={t('section.request')}>
        <TextAt form={form} path={`${path}.url`} label={editor.t('field.url')} isRequired />
        <FormRow>
          <ChoiceAt
            form={form}
            path={`${path}.send`}
            label={t('field.send')}
            options={optionsOf(sendKinds, (kind) => t(`send.${sendNames[kind]}`))}
            isRequired
          />
          <NumberAt form={form} path={`${path}.timeoutMs`} label={editor.t('field.timeoutMs')} isRequired />
        </FormRow>
        {(seal || envelope || reply.unseal || reply.agreements) && (
          <p className={classes.hint}>{t('hint.kept')}</p>
        )}
      </FormSection>
      <FormSection title={t('section.fields')}>
        <FieldRows form={form} path={`${path}.fields`} content={contentOf(spec)} />
        {wrongFields !== undefined && (
          <p className={classes.error} role="alert">
            {wrongFields}
          </p>
        )}
      </FormSection>
      <SignFields form={form} path={path} set={set} setSign={setSign} />
      <FormSection title={editor.t('section.headers')}>
        <HeaderRows form={form} path={`${path}.headers`} />
      </FormSection>
      <FormSection title={t('section.reply')}>
        <FormRow>
          <ChoiceAt
            form={form}
            path={`${path}.reply.format`}
            label={t('field.format')}
            options={optionsOf(['json', 'xml', 'text'] as const, (format) => format)}
            isRequired
          />
          <TagsAt
            form={form}
            path={`${path}.reply.statuses`}
            label={t('field.statuses')}
            asNumbers
            isRequired
          />
          <TagsAt
            form={form}
            path={`${path}.reply.failedStatuses`}
            label={t('field.failedStatuses')}
            asNumbers
          />
        </FormRow>
        <RuleRows
          form={form}
          path={`${path}.reply.outcomes`}
          outcomes={optionsOf(templateOutcomes, (outcome) => t(`outcome.${outcome}`))}
        />
        <p className={classes.hint}>{t('hint.path')}</p>
        <FormRow>
          <TextAt form={form} path={`${path}.reply.reason`} label={t('field.reason')} isNullable />
          <TextAt form={form} path={`${path}.reply.externalId`} label={t('field.externalId')} isNullable />
          <TextAt form={form} path={`${path}.reply.url`} label={t('field.url')} isNullable />
        </FormRow>
        <PriceFields form={form} path={`${path}.reply.price`} />
      </FormSection>
    </>
  )
}

/** Where the price is, and its unit; without a path there is none. */
function PriceFields({ form, path }: Pick<Parameters<typeof TextAt>[0], 'form' | 'path'>) {
  const { t } = useWords(orgTemplateWords)
  const price = form.at(path) as StageForm['reply']['price']
  const whole = Object.assign({}, form, {
    at: () => price?.path,
    set: (_: string, text: unknown) =>
      form.set(
        path,
        text === null ? null : Object.assign({ path: text, unit: 'fen' }, price && { unit: price.unit }),
      ),
    errorAt: () => form.errorAt(`${path}.path`) ?? form.errorAt(path),
  })
  return (
    <FormRow>
      <TextAt form={whole} path={path} label={t('field.price')} isNullable />
      {price && (
        <ChoiceAt
          form={form}
          path={`${path}.unit`}
          label={t('field.unit')}
          options={optionsOf(['fen', 'yuan'] as const, (unit) => t(`unit.${unit}`))}
          isRequired
        />
      )}
    </FormRow>
  )
}
