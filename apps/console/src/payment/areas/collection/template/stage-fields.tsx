import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import {
  type PaymentStage,
  type PaymentStageSpec,
  type PaymentValues,
  paymentOutcomes,
} from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { optionsOf, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { ChoiceAt, CodeAt, HeaderRows, NumberAt, TagsAt, TextAt } from '#partners'
import rowClasses from '#partners/template/rows.module.css'
import { blankReply } from './blank.ts'
import type { TemplateForm } from './form.ts'
import { ReadingFields } from './reading-fields.tsx'
import { SignFields } from './signature-fields.tsx'

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The values that each stage reads. */
const valuesOf: Record<PaymentStage, readonly (keyof PaymentValues)[]> = {
  create: ['orderNo', 'merchantNo', 'code', 'message', 'pay'],
  query: ['orderNo', 'tradeNo', 'merchantNo', 'appId', 'amount', 'currency', 'at', 'code', 'message'],
  close: ['orderNo', 'merchantNo', 'code', 'message'],
  refund: ['refundNo', 'merchantNo', 'at', 'code', 'message'],
  queryRefund: ['refundNo', 'merchantNo', 'at', 'code', 'message'],
}

/** What is sent at a stage, and how the answer is read. */
export function StageFields({ form, stage }: { form: TemplateForm; stage: PaymentStage }) {
  const { t } = useWords(paymentTemplateWords)
  const editor = useWords(templateEditorWords)
  const path = `stages.${stage}`
  const spec = form.at(path) as PaymentStageSpec & { how?: string; reply?: unknown }
  return (
    <>
      {stage === 'create' && <How form={form} spec={spec} />}
      <FormSection title={t('section.request')}>
        <TextAt form={form} path={`${path}.url`} label={editor.t('field.url')} isRequired />
        <FormRow>
          <ChoiceAt
            form={form}
            path={`${path}.method`}
            label={editor.t('field.method')}
            options={plain(['GET', 'POST', 'PUT'])}
            isRequired
          />
          <ChoiceAt
            form={form}
            path={`${path}.content`}
            label={editor.t('field.content')}
            options={plain(['json', 'form', 'xml', 'text'])}
            isRequired
          />
          <NumberAt form={form} path={`${path}.timeoutMs`} label={editor.t('field.timeoutMs')} isRequired />
        </FormRow>
        <CodeAt
          form={form}
          path={`${path}.body`}
          label={editor.t('field.body')}
          isWrapped={spec.content === 'form'}
        />
        {(spec.seal || spec.envelope || spec.reply?.unseal) && (
          <p className={rowClasses.hint}>{t('hint.advanced')}</p>
        )}
      </FormSection>
      <FormSection title={editor.t('section.headers')}>
        <HeaderRows form={form} path={`${path}.headers`} />
      </FormSection>
      <SignFields form={form} path={path} />
      {spec.reply && (
        <>
          <TagsAt
            form={form}
            path={`${path}.reply.statuses`}
            label={t('field.statuses')}
            description={t('hint.statuses')}
            asNumbers
            isRequired
          />
          <ReadingFields
            form={form}
            path={`${path}.reply`}
            outcomes={paymentOutcomes[stage]}
            names={valuesOf[stage]}
          />
        </>
      )}
    </>
  )
}

/** Whether the service calls the provider, or the browser sends a form, which has no answer to read. */
function How({ form, spec }: { form: TemplateForm; spec: PaymentStageSpec & { how?: string } }) {
  const { t } = useWords(paymentTemplateWords)
  const switched: TemplateForm = {
    ...form,
    set: (_, how) => {
      const { reply, ...request } = spec
      form.set(
        'stages.create',
        how === 'call' ? { ...request, how, reply: reply ?? blankReply('create') } : { ...request, how },
      )
    },
  }
  return (
    <ChoiceAt
      form={switched}
      path="stages.create.how"
      label={t('field.how')}
      description={spec.how === 'form' ? t('hint.form') : undefined}
      options={optionsOf(['call', 'form'] as const, (how) => t(`how.${how}`))}
      isRequired
    />
  )
}
