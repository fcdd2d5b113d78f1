import type { ConnectionTemplate, TemplateStageSpec } from './template.ts'

/**
 * Which secrets verify or decrypt what arrives. When one of them is replaced, its value before stays valid for the overlap. All others are
 * used only for what is sent, and are simply replaced (decision 083).
 */

type Unseal = TemplateStageSpec['reply']['unseal']

/** The secrets that open a sealed reply. */
export const ofUnseal = (unseal: Unseal): string[] =>
  unseal === null
    ? []
    : [
        unseal.key.secret,
        ...(typeof unseal.iv === 'object' && 'secret' in unseal.iv ? [unseal.iv.secret] : []),
      ]

/** Each name once. */
export const once = (names: readonly string[]) => [...new Set(names)]

/** The secrets of a connection template that decrypt replies. Replies have no signature of their own. */
export const receivingSecretsOf = ({ stages }: Pick<ConnectionTemplate, 'stages'>): string[] =>
  once(Object.values(stages).flatMap((stage) => (stage ? ofUnseal(stage.reply.unseal) : [])))
