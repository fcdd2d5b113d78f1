import { receivingSecretsOf } from '@kabao/contract/receiving-secrets'
import type { ConnectionTemplate } from '@kabao/contract/template'

/** The typed secrets that replace one with which replies are decrypted. A template as it is typed may have any form. */
export function replacedSecrets(
  template: ConnectionTemplate | null,
  stored: readonly string[],
  given: readonly { name: string }[],
): string[] {
  try {
    const receiving = template ? receivingSecretsOf(template) : []
    return given.flatMap(({ name }) => (receiving.includes(name) && stored.includes(name) ? [name] : []))
  } catch {
    return []
  }
}
