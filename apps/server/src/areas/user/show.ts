import { maskIdNumber, maskName, maskPhone } from '@kabao/contract/personal'
import type { UserDetail, UserRow } from '@kabao/contract/user'
import { regionName } from '@kabao/region'
import type { Vault } from '../../vault.ts'
import type * as queries from './queries.ts'

/** Where an id number is sealed and fingerprinted for. */
export const idNumberPlace = 'user.idNumber'

type Row = Awaited<ReturnType<typeof queries.findPage>>['records'][number]
type Whole = NonNullable<Awaited<ReturnType<typeof queries.find>>>

/** A user as lists show him: personal data masked. */
export function showRow(row: Row, today: string): UserRow {
  const { birthday, ...rest } = row
  return {
    ...rest,
    phone: row.phone && maskPhone(row.phone),
    name: row.name && maskName(row.name),
    age: birthday && ageOn(birthday, today),
    cityName: row.cityCode && regionName(row.cityCode),
  } as UserRow
}

export function showDetail(row: Whole, today: string, vault: Vault): UserDetail {
  const {
    idNumberSealed,
    incomeBand,
    creditBand,
    house,
    car,
    socialInsurance,
    housingFund,
    occupation,
    ...rest
  } = row
  const profile = {
    incomeBand,
    creditBand,
    house,
    car,
    socialInsurance,
    housingFund,
    occupation,
  } as UserDetail['profile']
  return {
    ...rest,
    ...showRow(row, today),
    birthday: row.birthday && `${row.birthday.slice(0, 4)}-**-**`,
    idNumber: idNumberSealed && maskIdNumber(vault.open(idNumberSealed, idNumberPlace)),
    profile,
  }
}

/** Whole years from one day to another, both `yyyy-mm-dd`. */
export function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** Today in the business zone. Source: domain.md, the default of `business.timezone`. */
export const businessToday = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
