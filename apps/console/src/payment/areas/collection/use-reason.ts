import { paymentProviderWords } from '@kabao/contract/payment/payment-provider.words'
import { useWords } from '#kit'

type Unknown = keyof (typeof paymentProviderWords)['tree']['unknown']
const isUnknown = (code: string): code is Unknown => code in paymentProviderWords.tree.unknown

/**
 * Why a channel does not work, in the reader's language: `code` or `code: message` of the server. A code of ours becomes its text; one of the
 * provider stays, because its documents say what it is.
 */
export function useReason(): (reason: string) => string {
  const { t } = useWords(paymentProviderWords)
  return (reason) => {
    const [code = '', ...message] = reason.split(': ')
    return [isUnknown(code) ? t(`unknown.${code}`) : code, ...message].join(': ')
  }
}
