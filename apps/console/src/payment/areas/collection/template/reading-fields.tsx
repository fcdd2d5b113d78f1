import {
  type PaymentOutcome,
  type PaymentValues,
  paymentTimeForms,
} from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { optionsOf, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { ChoiceAt, RuleRows, TextAt } from '#partners'
import rowClasses from '#partners/template/rows.module.css'
import type { TemplateForm } from './form.ts'
import { VerifyFields } from './signature-fields.tsx'

type ValueName = keyof PaymentValues

interface Props {
  form: TemplateForm
  /** Of the reply of a stage, or of `callback`. */
  path: string
  outcomes: readonly PaymentOutcome[]
  /** The values that matter here; others are shown only if they are set. */
  names: readonly ValueName[]
}

/** How an answer or a notice is verified and read. */
export function ReadingFields({ form, path, outcomes, names }: Props) {
  const { t } = useWords(paymentTemplateWords)
  const values = form.at(`${path}.values`) as PaymentValues
  const shown = (Object.keys(values) as ValueName[]).filter(
    (name) => names.includes(name) || values[name] !== null,
  )
  return (
    <>
      <ChoiceAt
        form={form}
        path={`${path}.format`}
        label={t('field.format')}
        options={optionsOf(['json', 'xml', 'form'] as const, (format) => format)}
        isRequired
      />
      <VerifyFields form={form} path={`${path}.verify`} />
      <FormSection title={t('section.outcomes')}>
        <RuleRows
          form={form}
          path={`${path}.outcomes`}
          outcomes={optionsOf(outcomes, (outcome) => t(`outcome.${outcome}`))}
        />
      </FormSection>
      <FormSection title={t('section.values')}>
        <p className={rowClasses.hint}>{t('hint.path')}</p>
        {shown.map((name) => (
          <Value key={name} form={form} path={`${path}.values.${name}`} name={name} />
        ))}
      </FormSection>
    </>
  )
}

/** What else is said of these values: the name in the template, and what a new one has. */
const parts = {
  amount: { more: 'unit', first: 'fen' },
  at: { more: 'form', first: 'china' },
  pay: { more: 'kind', first: 'url' },
} as const
const labelOf = { amount: 'field.unit', at: 'field.form', pay: 'field.pay' } as const

/** Where one value is; some also say how it is written. */
function Value({ form, path, name }: { form: TemplateForm; path: string; name: ValueName }) {
  const { t } = useWords(paymentTemplateWords)
  if (name !== 'amount' && name !== 'at' && name !== 'pay')
    return <TextAt form={form} path={path} label={t(`value.${name}`)} isNullable />
  const { more, first } = parts[name]
  const options = {
    amount: optionsOf(['fen', 'yuan'] as const, (unit) => t(`unit.${unit}`)),
    at: optionsOf(paymentTimeForms, (form) => t(`form.${form}`)),
    pay: optionsOf(['url', 'qr'] as const, (kind) => t(`pay.${kind}`)),
  }[name]
  const value = form.at(path)
  // The path alone is typed; without one the value is null as a whole.
  const whole: TemplateForm = {
    ...form,
    at: () => form.at(`${path}.path`),
    set: (_, text) =>
      form.set(
        path,
        text === null ? null : value === null ? { path: text, [more]: first } : { ...value, path: text },
      ),
    errorAt: () => form.errorAt(`${path}.path`) ?? form.errorAt(path),
  }
  return (
    <FormRow>
      <TextAt form={whole} path={path} label={t(`value.${name}`)} isNullable />
      {value !== null && (
        <ChoiceAt
          form={form}
          path={`${path}.${more}`}
          label={t(labelOf[name])}
          options={options}
          isRequired
        />
      )}
    </FormRow>
  )
}
