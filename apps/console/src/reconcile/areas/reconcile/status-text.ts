import { pushWords } from '@kabao/contract/engine/push.words'
import { inLanguage, type Language, type Words } from '@kabao/contract/kernel/language'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'

const words: Readonly<Record<string, Words>> = {
  ...paymentOrderWords.tree.status,
  ...pushWords.tree.status,
}

/** The status of a push or an order as a word; what only the other side knows is shown as it says it. */
export const statusText = (status: string | null, language: Language): string =>
  status === null ? '' : Object.hasOwn(words, status) ? inLanguage(words[status] as Words, language) : status
