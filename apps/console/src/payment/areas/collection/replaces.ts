import type { CollectionRow } from '@kabao/contract/payment/collection'
import type { ProviderKind } from '@kabao/contract/payment/payment-provider'
import { type PaymentTemplate, paymentTemplate } from '@kabao/contract/payment/payment-template'
import { receivingPartsOf } from '@kabao/contract/payment/receiving-secrets'

/** What is typed of the keys of a collection channel. */
interface Typed {
  provider: ProviderKind
  settings: Record<string, string>
  secrets: Record<string, string>
}

/** Whether an edit replaces something that verifies or decrypts what the provider sends. */
export function replacesReceiving(entry: CollectionRow, { provider, settings, secrets }: Typed): boolean {
  if (provider !== entry.provider) return false
  const isReplaced = (name: string) =>
    entry.secretNames.includes(name)
      ? (secrets[name] ?? '') !== ''
      : (entry.settings[name] ?? '') !== '' && (settings[name] ?? '') !== entry.settings[name]
  return receivingPartsOf(provider, templateIn(settings.template)).some((part) => part.some(isReplaced))
}

function templateIn(text = ''): PaymentTemplate | null {
  try {
    return paymentTemplate.parse(JSON.parse(text))
  } catch {
    return null
  }
}
