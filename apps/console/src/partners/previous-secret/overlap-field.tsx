import { previousSecretWords } from '@kabao/contract/partners/previous-secret.words'
import { maxOverlapDays } from '@kabao/contract/partners/signature'
import type { Input } from '#kit/form/input.ts'
import { NumberField } from '#kit/form/number-field.tsx'
import { useWords } from '#kit/words/words.ts'

/** For how many days the secrets that are being replaced stay valid for what arrives. */
export function OverlapField(input: Input<number | null>) {
  const { t } = useWords(previousSecretWords)
  return (
    <NumberField
      label={t('overlap')}
      description={t('hint')}
      min={0}
      max={maxOverlapDays}
      isRequired
      {...input}
    />
  )
}
