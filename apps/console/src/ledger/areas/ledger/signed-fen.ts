import type { Language } from '@kabao/contract'
import type { AccountKind, TransferRow } from '@kabao/contract/ledger/ledger'
import { formatFen } from '#kit'

/** The accounts that an organization and a channel have. */
const owned: readonly AccountKind[] = ['prepaid', 'payable']

/** The amount as it changes the balance of its organization or channel: `-¥54.00`; without a sign where nobody's balance changes. */
export function signedFen(
  { amountFen, debitKind, creditKind }: Pick<TransferRow, 'amountFen' | 'debitKind' | 'creditKind'>,
  language: Language,
): string {
  if (owned.includes(debitKind)) return formatFen(-amountFen, language)
  const amount = formatFen(amountFen, language)
  return owned.includes(creditKind) ? `+${amount}` : amount
}
