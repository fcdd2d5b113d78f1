import { fill } from '@kabao/contract/kernel/language'
import type { ProviderProblem, ProviderProblemCode } from '@kabao/contract/payment/payment-provider'
import { paymentProviderWords } from '@kabao/contract/payment/payment-provider.words'

/** @param about what the sentence names, such as the place in a template: in Chinese and in English */
export function problem(
  field: string,
  code: ProviderProblemCode,
  [aboutZh, aboutEn]: readonly [string, string] = ['', ''],
): ProviderProblem {
  const [zh, en] = paymentProviderWords.tree.problem[code]
  return { field, code, words: [fill(zh, { about: aboutZh }), fill(en, { about: aboutEn })] }
}
