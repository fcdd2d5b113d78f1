import type { ConnectionTemplate, TemplateReading, TemplateStage } from '@kabao/contract/partners/template'
import { type PriceBounds, readReply, type SecretValues, type TemplateReply } from '../templates/templates.ts'
import { attemptsWith } from './attempts.ts'
import type { PreviousValues } from './read.ts'

/** The secrets of a connection template, with replaced ones that replies may still be encrypted with. */
export interface LiveSecrets {
  secrets: SecretValues
  previous: readonly PreviousValues[]
}

/** Every value, for what must not be stored or shown. */
export const valuesIn = ({ secrets, previous }: LiveSecrets): string[] => [
  ...Object.values(secrets),
  ...previous.flatMap(({ values }) => Object.values(values)),
]

/** Some ciphers do not notice a wrong key, and leave something that no rule fits. */
const isUnread = ({ outcome, notes }: TemplateReading) =>
  outcome === 'unknown' && (notes.includes('unseal') || notes.includes('noRule'))

/**
 * Reads a reply with the current secrets, and if it cannot be decrypted with them, with previous ones. Never throws.
 * @returns the ids of the previous secrets that it was read with; if none fits, what the current ones make of it
 */
export function readReplyWith(
  template: ConnectionTemplate,
  stage: TemplateStage,
  reply: TemplateReply,
  { secrets, previous }: LiveSecrets,
  bounds?: PriceBounds,
): { reading: TemplateReading; ids: string[] } {
  const isEncrypted = template.stages[stage]?.reply.unseal != null
  let first: TemplateReading | undefined
  for (const { ids, values } of attemptsWith(isEncrypted ? previous : [])) {
    const reading = readReply(template, stage, reply, { ...secrets, ...values }, bounds)
    if (!isUnread(reading)) return { reading, ids }
    first ??= reading
  }
  return { reading: first as TemplateReading, ids: [] }
}
