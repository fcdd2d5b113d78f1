import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { PaymentStageSpec } from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { optionsOf, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { ChoiceAt, SecretAt, SignParts, SwitchAt, TextAt } from '#partners'
import { blankSign } from './blank.ts'
import type { TemplateForm } from './form.ts'

interface Props {
  form: TemplateForm
  path: string
}

/** How a request is signed. @param props.path of the stage */
export function SignFields({ form, path }: Props) {
  const { t } = useWords(paymentTemplateWords)
  const editor = useWords(templateEditorWords)
  const sign = form.at(`${path}.sign`) as PaymentStageSpec['sign']
  return (
    <FormSection title={editor.t('section.sign')}>
      <SwitchAt form={form} path={`${path}.sign`} label={t('field.signed')} on={blankSign} off={null} />
      {sign && (
        <>
          <SignParts form={form} path={`${path}.sign`} overs={['body', 'sortedPairs', 'sealed']} />
          <TextAt form={form} path={`${path}.sign.field`} label={editor.t('field.signField')} isNullable />
          <SwitchAt form={form} path={`${path}.prehash`} label={t('field.prehash')} />
        </>
      )}
    </FormSection>
  )
}

/** How the signature of the provider is verified. @param props.path of `verify` */
export function VerifyFields({ form, path }: Props) {
  const { t } = useWords(paymentTemplateWords)
  return (
    <FormSection title={t('section.verify')}>
      <SignParts form={form} path={path} overs={['body', 'sortedPairs']} />
      <SecretAt form={form} path={`${path}.afterSecret`} label={t('field.afterSecret')} />
      <FormRow>
        <ChoiceAt
          form={form}
          path={`${path}.at.in`}
          label={t('field.in')}
          options={optionsOf(['body', 'header'] as const, (place) => t(`in.${place}`))}
          isRequired
        />
        <TextAt form={form} path={`${path}.at.name`} label={t('field.at')} isRequired />
      </FormRow>
      <SwitchAt form={form} path={`${path}.prehash`} label={t('field.prehash')} />
    </FormSection>
  )
}
