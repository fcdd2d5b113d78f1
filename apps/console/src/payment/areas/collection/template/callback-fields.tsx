import type { PaymentOutcome, PaymentValues } from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { SwitchAt, TextAt } from '#partners'
import classes from '#partners/template/rows.module.css'
import { blankCallback } from './blank.ts'
import type { TemplateForm } from './form.ts'
import { ReadingFields } from './reading-fields.tsx'

const outcomes: readonly PaymentOutcome[] = [
  'paid',
  'unpaid',
  'closed',
  'failed',
  'refunded',
  'pending',
  'refused',
]
const values: readonly (keyof PaymentValues)[] = [
  'orderNo',
  'tradeNo',
  'refundNo',
  'merchantNo',
  'appId',
  'amount',
  'currency',
  'at',
]

/** How the notices of the provider are read, and what they are answered. */
export function CallbackFields({ form }: { form: TemplateForm }) {
  const { t } = useWords(paymentTemplateWords)
  return (
    <>
      <SwitchAt form={form} path="callback" label={t('field.notices')} on={blankCallback} off={null} />
      {form.template.callback ? (
        <>
          <ReadingFields form={form} path="callback" outcomes={outcomes} names={values} />
          <TextAt
            form={form}
            path="callback.refund"
            label={t('field.refund')}
            description={t('hint.refund')}
            isNullable
          />
          <FormRow>
            <TextAt form={form} path="callback.ok" label={t('field.ok')} />
            <TextAt form={form} path="callback.again" label={t('field.again')} />
          </FormRow>
        </>
      ) : (
        <p className={classes.hint}>{t('hint.noCallback')}</p>
      )}
    </>
  )
}
