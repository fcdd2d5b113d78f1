import { longText, text } from '@kabao/contract'
import { type BlacklistKind, blacklistValue } from '@kabao/contract/users/blacklist'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { blacklistImportWords } from '@kabao/contract/users/blacklist-import.words'
import {
  bySchema,
  choiceCell,
  endCell,
  isDamagedNumber,
  optionalCell,
  textCell,
} from '#platform/imports/cells'
import { comparedNumber } from '#platform/imports/compared'
import type { ImportRows, SentRow } from '#platform/imports/list-import'
import { maskUnknown } from '#platform/imports/masked-cells'
import type { Vault } from '#platform/keys/vault'
import { blacklistPurpose } from '../../../blacklist-match.ts'
import { maskedValue, stored } from '../entry.ts'

interface Row {
  kind: BlacklistKind
  /** The normal form of the value. */
  value: string
  reason: string
  expiresAt: string | null
  remark: string
}

const kind = choiceCell(blacklistWords.tree.kind, blacklistImportWords.tree.alsoKind, {
  isRequired: true,
  width: 14,
})

/** How a row of a file becomes an entry; the rules are those of the form. */
export const blacklistRows: ImportRows<Row> = {
  words: blacklistImportWords,
  columns: {
    kind,
    value: {
      isRequired: true,
      width: 26,
      read(cell, { row }) {
        if (isDamagedNumber(cell)) return { problem: 'lostDigits' }
        return row.kind === undefined ? null : bySchema(blacklistValue[row.kind as BlacklistKind], cell)
      },
      mask: (cell, sent) => maskSent(cell, readKind(sent)),
    },
    reason: textCell(text(200)),
    expiresAt: optionalCell(endCell({ width: 22 }), null, blacklistWords.tree.forever),
    remark: textCell(longText(500)),
  },
  comparedBy: ({ kind, value }) => (kind === 'phone' || kind === 'idNumber' ? comparedNumber(value) : null),
  keyOf: ({ kind, value }, vault) => `${kind} ${stored(vault, kind, value).value}`,
  stage: ({ kind, value, ...rest }, vault) => ({ kind, ...stagedValue(vault, kind, value), ...rest }),
  sealed: {
    names: { value: 'valueSealed', before: 'valueBefore' },
    place: blacklistPurpose,
    restage: (staged, plain, vault) => ({
      ...staged,
      ...stagedValue(vault, staged.kind as BlacklistKind, plain),
    }),
    keyOf: ({ kind, value }) => `${kind} ${value}`,
  },
  nameStaged({ kind, value, valueSealed }, vault) {
    const sealed = valueSealed === null ? null : Buffer.from(String(valueSealed).slice(2), 'hex')
    const entry = { kind: kind as BlacklistKind, value: value as string, valueSealed: sealed }
    return { kind, value: maskedValue(vault, entry) }
  },
  nameSent(sent) {
    const known = readKind(sent)
    return { kind: known, value: maskSent(sent.value ?? '', known) }
  },
}

/** The stored form of a value, with its bytes as PostgreSQL reads them. */
function stagedValue(vault: Vault, kind: BlacklistKind, value: string) {
  const { valueSealed, ...rest } = stored(vault, kind, value)
  return { ...rest, valueSealed: valueSealed && `\\x${valueSealed.toString('hex')}` }
}

function readKind({ kind: cell = '' }: SentRow): BlacklistKind | null {
  const read = kind.read(cell, { timeZone: 'UTC', now: 0, row: {} })
  return read && 'value' in read ? read.value : null
}

/** Masks a value of an unknown kind too, because it may be personal data. */
const maskSent = (value: string, kind: BlacklistKind | null): string =>
  kind === 'device' || kind === 'ip' ? value.slice(0, 200) : maskUnknown(value)
