import { inLanguage } from '@kabao/contract/kernel/language'
import type { collectionWords } from '@kabao/contract/payment/collection.words'
import {
  type ProviderKind,
  providerFields,
  templateSecretPrefix,
} from '@kabao/contract/payment/payment-provider'
import type { WordsOf } from '#kit/words/words.ts'

type CollectionWords = WordsOf<(typeof collectionWords)['tree']>

/** What the key of a provider, or the secret of a payment template, is called. */
export function secretLabel(
  { t, language }: Pick<CollectionWords, 't' | 'language'>,
  provider: ProviderKind,
  name: string,
): string {
  const field = providerFields[provider].find((each) => each.name === name)
  if (field) return inLanguage(field.words, language)
  return t('secretOf', {
    name: name.startsWith(templateSecretPrefix) ? name.slice(templateSecretPrefix.length) : name,
  })
}
