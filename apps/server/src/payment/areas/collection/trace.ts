import type { CollectionRow } from '@kabao/contract/payment/collection'
import { tracePrevious } from '#partners'

/** What the audit log keeps: no setting of a provider, and of the secrets only which are set. */
export const trace = ({
  settings: _,
  today: _today,
  references: _references,
  isWaiting: _isWaiting,
  openUntil: _open,
  previousSecrets,
  ...row
}: CollectionRow) => ({
  ...row,
  ...(previousSecrets.length > 0 && { previousKeys: tracePrevious(previousSecrets) }),
})
