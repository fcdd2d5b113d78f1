import { ofUnseal, once } from '../partners/receiving-secrets.ts'
import { type ProviderKind, templateSecretPrefix } from './payment-provider.ts'
import type { PaymentReply, PaymentTemplate } from './payment-template.ts'

const ofVerify = ({ secret, afterSecret }: PaymentReply['verify']): string[] =>
  [secret, afterSecret].filter((name) => name !== null)

const repliesOf = ({ stages }: PaymentTemplate) =>
  Object.values(stages).flatMap((stage) => (stage && 'reply' in stage ? [stage.reply] : []))

/** The secrets of a payment template that decrypt answers. */
export const decryptingSecretsOf = (template: PaymentTemplate): string[] =>
  once(repliesOf(template).flatMap(({ unseal }) => ofUnseal(unseal)))

/** The secrets of a payment template that verify or decrypt answers and notices. */
const receivingOfPayments = (template: PaymentTemplate): string[] =>
  once([
    ...repliesOf(template).flatMap(({ verify }) => ofVerify(verify)),
    ...(template.callback ? ofVerify(template.callback.verify) : []),
    ...decryptingSecretsOf(template),
  ])

/** Fields that are replaced together; the first names them. */
export type ReceivingPart = readonly [string, ...string[]]

const parts: Partial<Record<ProviderKind, readonly ReceivingPart[]>> = {
  alipay: [['alipayPublicKey', 'alipayCert']],
  // Notices and the list of certificates are encrypted with the first one.
  wechat: [['apiKey'], ['publicKey', 'publicKeyId']],
  pool: [['callbackKey']],
  sandbox: [['callbackKey']],
}

/** What verifies or decrypts what a provider sends. @param template the payment template, if the kind has one that can be read */
export const receivingPartsOf = (
  kind: ProviderKind,
  template: PaymentTemplate | null,
): readonly ReceivingPart[] =>
  parts[kind] ??
  (template
    ? receivingOfPayments(template).map((name): ReceivingPart => [`${templateSecretPrefix}${name}`])
    : [])
