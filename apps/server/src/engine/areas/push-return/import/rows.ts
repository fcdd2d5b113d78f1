import { requiredText, text } from '@kabao/contract'
import { pushReturnImportWords } from '@kabao/contract/engine/push-return-import.words'
import { phone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { bySchema, isDamagedNumber, textCell } from '#platform/imports/cells'
import { comparedNumber } from '#platform/imports/compared'
import type { ImportRows } from '#platform/imports/list-import'
import { maskUnknown } from '#platform/imports/masked-cells'

export interface Row {
  /** A push's id, with or without `p`, the organization's number, or a phone in its normal form. */
  value: string
  orgCode: string
  cause: string
}

/** How a row of a file names a person to be returned. */
export const pushReturnRows: ImportRows<Row> = {
  words: pushReturnImportWords,
  columns: {
    value: {
      isRequired: true,
      width: 26,
      read(cell) {
        if (isDamagedNumber(cell)) return { problem: 'lostDigits' }
        const read = phone.safeParse(cell)
        return read.success ? { value: read.data } : bySchema(requiredText(64), cell)
      },
      mask: maskValue,
    },
    orgCode: textCell(text(40), { width: 16 }),
    cause: { isRequired: true, read: (cell) => bySchema(requiredText(40), cell) },
  },
  comparedBy: ({ value }) => comparedNumber(value),
  keyOf: ({ value, orgCode }) => JSON.stringify([value, orgCode]),
  nameStaged: ({ value, cause }) => ({ value: maskValue(String(value)), cause: maskText(String(cause)) }),
  nameSent: ({ value = '', cause = '' }) => ({
    value: maskValue(value),
    cause: maskText(cause).slice(0, 40),
  }),
}

/** The id of a push is shown; anything else may be a phone or an id number. */
function maskValue(value: string): string {
  return /^p?\d{18,19}$/.test(value) ? value : maskUnknown(value)
}
