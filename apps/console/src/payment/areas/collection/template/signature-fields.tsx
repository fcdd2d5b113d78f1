import { templateDigests, templateEncodings } from '@kabao/contract/partners/template'
import type { PaymentStageSpec } from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { optionsOf, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { blankSign } from './blank.ts'
import { ChoiceAt, SecretAt, SwitchAt, TextAt } from './fields.tsx'
import type { TemplateForm } from './form.ts'

const algorithmNames = {
  md5: 'MD5',
  sha256: 'SHA-256',
  sm3: 'SM3',
  hmacMd5: 'HMAC-MD5',
  hmacSha256: 'HMAC-SHA256',
  hmacSm3: 'HMAC-SM3',
  rsaSha256: 'RSA-SHA256',
}
const algorithms = optionsOf([...templateDigests, 'rsaSha256'] as const, (name) => algorithmNames[name])

interface Props {
  form: TemplateForm
  path: string
}

/** How a request is signed. @param props.path of the stage */
export function SignFields({ form, path }: Props) {
  const { t } = useWords(paymentTemplateWords)
  const sign = form.at(`${path}.sign`) as PaymentStageSpec['sign']
  return (
    <FormSection title={t('section.sign')}>
      <SwitchAt form={form} path={`${path}.sign`} label={t('field.signed')} on={blankSign} off={null} />
      {sign && (
        <>
          <Common form={form} path={`${path}.sign`} overs={['body', 'sortedPairs', 'sealed']} />
          <TextAt form={form} path={`${path}.sign.field`} label={t('field.signField')} isNullable />
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
      <Common form={form} path={path} overs={['body', 'sortedPairs']} />
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

function Common({ form, path, overs }: Props & { overs: readonly ('body' | 'sortedPairs' | 'sealed')[] }) {
  const { t } = useWords(paymentTemplateWords)
  return (
    <>
      <FormRow>
        <ChoiceAt
          form={form}
          path={`${path}.over`}
          label={t('field.over')}
          options={optionsOf(overs, (over) => t(`over.${over}`))}
          isRequired
        />
        <ChoiceAt
          form={form}
          path={`${path}.algorithm`}
          label={t('field.algorithm')}
          options={algorithms}
          isRequired
        />
      </FormRow>
      <FormRow>
        <TextAt form={form} path={`${path}.before`} label={t('field.before')} />
        <TextAt form={form} path={`${path}.after`} label={t('field.after')} />
      </FormRow>
      <FormRow>
        <SecretAt form={form} path={`${path}.secret`} label={t('field.secret')} />
        <ChoiceAt
          form={form}
          path={`${path}.encoding`}
          label={t('field.encoding')}
          options={optionsOf(templateEncodings, (encoding) => t(`encoding.${encoding}`))}
          isRequired
        />
      </FormRow>
    </>
  )
}
