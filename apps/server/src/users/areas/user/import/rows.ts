import { text } from '@kabao/contract'
import { birthdayOf, idNumber, maskPhone, personName, phone } from '@kabao/contract/kernel/personal'
import type { creditBands, incomeBands } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { userImportWords } from '@kabao/contract/users/user-import.words'
import {
  bySchema,
  choiceCell,
  isDamagedNumber,
  optionalCell,
  pastCell,
  textCell,
} from '#platform/imports/cells'
import { cityCell } from '#platform/imports/city-cell'
import { comparedNumber, printOf } from '#platform/imports/compared'
import { namesOf, plain } from '#platform/imports/head'
import type { ImportColumn, ImportRows, StagedValue } from '#platform/imports/list-import'
import { maskUnknown } from '#platform/imports/masked-cells'
import type { Vault } from '#platform/keys/vault'
import { blacklistKey, blacklistPurpose } from '../../../blacklist-match.ts'
import { idNumberPurpose } from '../../../user-filter.ts'

export interface Row {
  /** In normal form, as the id number. */
  phone: string
  name: string
  idNumber: string | null
  gender: 'female' | 'male' | null
  city: string | null
  /** The code or the name of a channel. */
  channel: string
  flow: 'full' | 'half' | 'uv' | 'city' | null
  incomeBand: (typeof incomeBands)[number] | null
  creditBand: (typeof creditBands)[number] | null
  house: boolean | null
  car: boolean | null
  socialInsurance: boolean | null
  housingFund: boolean | null
  occupation: string
  registeredAt: string | null
  consent: true
  consentText: string
  consentAt: string
}

/** A phone or an id number. */
const numberCell = (schema: typeof phone | typeof idNumber, width: number): ImportColumn<string> => ({
  width,
  read: (cell) => (isDamagedNumber(cell) ? { problem: 'lostDigits' } : bySchema(schema, cell)),
  mask: (cell) => maskUnknown(cell),
})

const has = choiceCell(userWords.tree.has, { yes: ['是', 'y|true'], no: ['否', 'n|false'] }, { width: 10 })
/** Whether a person has something. */
const hasCell: ImportColumn<boolean | null> = {
  ...has,
  empty: null,
  read(cell, reading) {
    const read = has.read(cell, reading)
    return read && 'value' in read ? { value: read.value === 'yes' } : read
  },
}

const yes = new Set(
  namesOf(userWords.tree.has.yes, ['是', 'yes'], userImportWords.tree.alsoConsent).map(plain),
)

/** How a row of a file becomes a user; the rules are those of the call by which channels register. */
export const userRows: ImportRows<Row> = {
  words: userImportWords,
  columns: {
    phone: { ...numberCell(phone, 18), isRequired: true },
    name: textCell(personName, { width: 16 }),
    idNumber: optionalCell(numberCell(idNumber, 24), null),
    gender: optionalCell(choiceCell(userWords.tree.gender, {}, { width: 10 }), null),
    city: cityCell,
    channel: textCell(text(60), { isRequired: true, width: 20 }),
    flow: optionalCell(choiceCell(userWords.tree.flow, {}, { width: 14 }), null),
    incomeBand: optionalCell(choiceCell(userWords.tree.incomeBand, {}, { width: 16 }), null),
    creditBand: optionalCell(choiceCell(userWords.tree.creditBand, {}, { width: 14 }), null),
    house: hasCell,
    car: hasCell,
    socialInsurance: hasCell,
    housingFund: hasCell,
    occupation: textCell(text(40), { width: 16 }),
    registeredAt: optionalCell(pastCell({ width: 22 }), null),
    consent: {
      isRequired: true,
      width: 12,
      choices: [['是', 'Yes']],
      read: (cell) => (yes.has(plain(cell)) ? { value: true } : { problem: 'consentNeeded' }),
    },
    consentText: textCell(text(500), { isRequired: true }),
    consentAt: { ...pastCell({ width: 22 }), isRequired: true },
  },
  check: ({ idNumber: id }, { now }) =>
    id !== null && Date.parse(birthdayOf(id) ?? '') > now ? { idNumber: 'idNumber' } : {},
  comparedBy: ({ phone: number }) => comparedNumber(number),
  keyOf: ({ phone: number }) => number,
  stage({ consent: _, idNumber: id, ...row }, vault) {
    return { ...row, birthday: id && birthdayOf(id), ...stagedId(id, vault) }
  },
  sealed: {
    names: { value: 'idSealed', before: 'listedBefore' },
    place: idNumberPurpose,
    restage: (staged, id, vault) => ({ ...staged, ...stagedId(id, vault) }),
    keyOf: ({ phone: number }) => number as string,
  },
  nameStaged: (staged) => ({ phone: maskPhone(staged.phone as string), channel: staged.channel }),
  nameSent: (sent) => ({ phone: maskUnknown(sent.phone ?? ''), channel: (sent.channel ?? '').slice(0, 60) }),
}

const bytes = (value: Buffer) => `\\x${value.toString('hex')}`

/** An id number as it is stored, as the blacklist has it, and as it is compared. */
function stagedId(id: string | null, vault: Vault): Record<string, StagedValue> {
  if (id === null)
    return { idSealed: null, idHash: null, listed: null, listedBefore: null, idMask: null, idPrint: null }
  return {
    idSealed: bytes(vault.seal(id, idNumberPurpose)),
    idHash: bytes(vault.fingerprint(id, idNumberPurpose)),
    listed: blacklistKey(vault, 'idNumber', id),
    listedBefore: vault.fingerprintTextBefore(id, blacklistPurpose),
    idMask: comparedNumber(id)?.mask ?? null,
    idPrint: printOf(vault, id),
  }
}
