import { longText, text } from '@kabao/contract'
import { leadImportWords } from '@kabao/contract/crm/lead-import.words'
import { maskPhone, personName, phone } from '@kabao/contract/kernel/personal'
import { bySchema, isDamagedNumber, textCell } from '#platform/imports/cells'
import { cityCell } from '#platform/imports/city-cell'
import { comparedNumber } from '#platform/imports/compared'
import type { ImportRows } from '#platform/imports/list-import'
import { maskUnknown } from '#platform/imports/masked-cells'

export interface Row {
  /** The normal form of the number. */
  phone: string
  name: string
  city: string | null
  /** The name of a pool; empty: the public pool. */
  pool: string
  remark: string
}

/** How a row of a file becomes a lead; the rules are those of the form. */
export const leadRows: ImportRows<Row> = {
  words: leadImportWords,
  columns: {
    phone: {
      isRequired: true,
      width: 18,
      read: (cell) => (isDamagedNumber(cell) ? { problem: 'lostDigits' } : bySchema(phone, cell)),
      mask: (cell) => maskUnknown(cell),
    },
    name: textCell(personName, { width: 16 }),
    city: cityCell,
    pool: textCell(text(60), { width: 20 }),
    remark: textCell(longText(500)),
  },
  comparedBy: (row) => comparedNumber(row.phone),
  keyOf: (row) => row.phone,
  nameStaged: (staged) => ({ phone: maskPhone(staged.phone as string), pool: staged.pool }),
  nameSent: (sent) => ({ phone: maskUnknown(sent.phone ?? ''), pool: (sent.pool ?? '').slice(0, 60) }),
}
