import { maskIdNumber, maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { UserDetail, UserRow } from '@kabao/contract/users/user'
import { regionName } from '@kabao/region'
import type { Vault } from '#platform/keys/vault'
import { idNumberPurpose } from '../../user-filter.ts'
import type * as queries from './queries.ts'

type Whole = NonNullable<Awaited<ReturnType<typeof queries.find>>>

/** A user as lists show them, personal data masked. Each field is named, so no other field can be returned. */
export function showRow(row: queries.StoredRow, today: string): UserRow {
  return {
    id: row.id,
    phone: row.phone && maskPhone(row.phone),
    name: row.name && maskName(row.name),
    gender: row.gender,
    age: row.birthday === null ? null : ageOn(row.birthday, today),
    cityCode: row.cityCode,
    cityName: row.cityCode && regionName(row.cityCode),
    channelId: row.channelId,
    channelName: row.channelName,
    flow: row.flow,
    source: row.source,
    status: row.status,
    riskLevel: row.riskLevel,
    lastActiveAt: row.lastActiveAt,
    createdAt: row.createdAt,
  }
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
    remark: maskText(row.remark),
    consentText: row.consentText && maskText(row.consentText),
    birthday: row.birthday && `${row.birthday.slice(0, 4)}-**-**`,
    idNumber: idNumberSealed && maskIdNumber(vault.open(idNumberSealed, idNumberPurpose)),
    profile,
  }
}

/** Full years from one day to another, both `yyyy-mm-dd`. */
export function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}
