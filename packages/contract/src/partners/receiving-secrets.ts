import { type ProviderKind, templateSecretPrefix } from '../payment/payment-provider.ts'
import type { PaymentReply, PaymentTemplate } from '../payment/payment-template.ts'
import type { ConnectionTemplate, TemplateStageSpec } from './template.ts'

/**
 * Which secrets verify or decrypt what arrives. When one of them is replaced, its value before stays valid for the overlap. All others are
 * used only for what is sent, and are simply replaced (decision 083).
 */

type Unseal = TemplateStageSpec['reply']['unseal']

const ofUnseal = (unseal: Unseal): string[] =>
  unseal === null
    ? []
    : [
        unseal.key.secret,
        ...(typeof unseal.iv === 'object' && 'secret' in unseal.iv ? [unseal.iv.secret] : []),
      ]

const once = (names: readonly string[]) => [...new Set(names)]

/** The secrets of a connection template that decrypt replies. Replies have no signature of their own. */
export const receivingSecretsOf = ({ stages }: Pick<ConnectionTemplate, 'stages'>): string[] =>
  once(Object.values(stages).flatMap((stage) => (stage ? ofUnseal(stage.reply.unseal) : [])))

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
