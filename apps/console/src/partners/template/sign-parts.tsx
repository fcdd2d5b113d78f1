import { templateDigests, templateEncodings } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { FormRow } from '#kit/form/form-row.tsx'
import { optionsOf } from '#kit/form/options.ts'
import { useWords } from '#kit/words/words.ts'
import { ChoiceAt, SecretAt, TextAt } from './fields.tsx'
import type { FormAt } from './form-at.ts'

const algorithmNames = {
  md5: 'MD5',
  sha256: 'SHA-256',
  sm3: 'SM3',
  hmacMd5: 'HMAC-MD5',
  hmacSha256: 'HMAC-SHA256',
  hmacSm3: 'HMAC-SM3',
  rsaSha256: 'RSA-SHA256',
}
const signAlgorithms = optionsOf([...templateDigests, 'rsaSha256'] as const, (name) => algorithmNames[name])

interface Props {
  form: FormAt
  /** Of the signature. */
  path: string
  overs: readonly ('body' | 'sortedPairs' | 'sealed')[]
}

/** What is signed, with which algorithm and secret, and how the signature is written. */
export function SignParts({ form, path, overs }: Props) {
  const { t } = useWords(templateEditorWords)
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
          options={signAlgorithms}
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
