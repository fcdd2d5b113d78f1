import { receivingSecretsOf } from '@kabao/contract/partners/receiving-secrets'
import type { ConnectionTemplate } from '@kabao/contract/partners/template'

/** Whether a typed secret replaces one with which replies are decrypted. A template as it is typed may have any form. */
export function replacesReceiving(
  template: ConnectionTemplate | null,
  stored: readonly string[],
  given: readonly { name: string }[],
): boolean {
  try {
    const receiving = template ? receivingSecretsOf(template) : []
    return given.some(({ name }) => receiving.includes(name) && stored.includes(name))
  } catch {
    return false
  }
}
