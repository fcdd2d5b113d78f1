import { requiredText } from '@kabao/contract'
import { fen } from '@kabao/contract/kernel/money'
import { maskPhone, phone } from '@kabao/contract/kernel/personal'
import { narrow } from '@kabao/contract/kernel/typed/marks'
import { reconcileListWords } from '@kabao/contract/reconcile/reconcile-list.words'
import { bySchema, choiceCell, isDamagedNumber, moneyCell } from '#platform/imports/cells'
import { comparedNumber, hashMask } from '#platform/imports/compared'
import type { ImportRows } from '#platform/imports/list-import'
import type { Vault } from '#platform/keys/vault'

export const listOutcomes = ['accepted', 'rejected', 'returned'] as const
export type ListOutcome = (typeof listOutcomes)[number]

export interface Row {
  /** A number of the push, a phone in its normal form, or the hash of one in lower case. */
  value: string
  outcome: ListOutcome
  /** In fen; null: the list has none. */
  amount: number | null
}

/** What the value of a row is. */
export const kindOf = (value: string): 'phone' | 'md5' | 'sha256' | 'number' => {
  if (/^1[3-9]\d{9}$/.test(value)) return 'phone'
  if (/^[0-9a-f]{32}$/.test(value)) return 'md5'
  return /^[0-9a-f]{64}$/.test(value) ? 'sha256' : 'number'
}

/** The purpose under which a phone, or its hash, is fingerprinted in a difference. */
const place = 'difference.ref'

/** The hash under which a person is kept now, and those under the data keys before, which differences that were found then have. */
function refsOf(value: string, vault: Vault) {
  const [ref = '', ...earlier] = vault
    .everyFingerprint(value, place)
    .map((each) => each.toString('hex').slice(0, 32))
  return { ref, ...(earlier.length > 0 && { earlierRefs: earlier.join() }) }
}

/** How a row of an organization's list is read. */
export const orgListRows: ImportRows<Row> = {
  words: reconcileListWords,
  columns: {
    value: {
      isRequired: true,
      width: 36,
      read(cell) {
        if (isDamagedNumber(cell)) return { problem: 'lostDigits' }
        const read = phone.safeParse(cell)
        if (read.success) return { value: read.data }
        const number = narrow(cell)
        const lower = number.toLowerCase()
        return kindOf(lower) === 'number' ? bySchema(requiredText(64), number) : { value: lower }
      },
    },
    outcome: { ...choiceCell(reconcileListWords.tree.outcome), empty: 'accepted' },
    amount: { ...moneyCell(fen()), empty: null },
  },
  comparedBy({ value }) {
    const kind = kindOf(value)
    return kind === 'md5' || kind === 'sha256' ? { mask: hashMask, value } : comparedNumber(value)
  },
  keyOf: ({ value }) => value,
  // A number of a push names no person and is kept as it is. Of a person whom we do not have, a keyed hash is kept.
  stage({ value, outcome, amount }, vault) {
    const kind = kindOf(value)
    return {
      value,
      kind,
      outcome,
      amount,
      ...(kind === 'number' ? { ref: value } : refsOf(value, vault)),
      shown: kind === 'number' ? value : kind === 'phone' ? maskPhone(value) : `${value.slice(0, 6)}…`,
    }
  },
}
