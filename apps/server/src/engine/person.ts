import { cityNameOf, regionPath } from '@kabao/region'
import { sql } from 'kysely'
import type { AcceptedAgreement, TemplatePerson } from '#partners'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { MatchPerson } from '#supply'
import { idNumberPurpose, type RiskSubject } from '#users'

/** A person as the engine reads one, with all values. It is never logged nor stored. */
export interface Person extends RiskSubject {
  flow: 'full' | 'half' | 'uv' | 'city'
  channelId: string | null
  incomeBand: string | null
  creditBand: string | null
  house: boolean | null
  car: boolean | null
  socialInsurance: boolean | null
  housingFund: boolean | null
  occupation: string | null
  /** Whether the profile is complete. */
  isProfiled: boolean
}

/** The person, or null if the user was deleted. */
export const readPerson = async (db: Db, vault: Vault, userId: string): Promise<Person | null> =>
  (await readPeople(db, vault, [userId])).get(userId) ?? null

/** These people by id; a user who was deleted is not among them. */
export async function readPeople(
  db: Db,
  vault: Vault,
  userIds: readonly string[],
): Promise<Map<string, Person>> {
  const { rows } = await sql<Omit<Person, 'idNumber'> & { sealed: Buffer | null }>`
    select id, phone, name, gender, birthday, city_code as "cityCode", device, ip, created_at as "createdAt", flow,
      channel_id as "channelId", income_band as "incomeBand", credit_band as "creditBand", house, car,
      social_insurance as "socialInsurance", housing_fund as "housingFund", occupation,
      profiled_at is not null as "isProfiled", id_number_sealed as sealed
    from "user" where id = any(${userIds}::bigint[]) and status <> 'deleted'`.execute(db.withoutPlugins())
  return new Map(
    rows.map(({ sealed, ...person }) => [
      person.id,
      { ...person, idNumber: sealed && vault.open(sealed, idNumberPurpose) },
    ]),
  )
}

/** The person as the match sees one. @param today the calendar day in the business zone, for the age */
export const asMatchPerson = (
  person: Person,
  today: string,
): Omit<MatchPerson, 'daysSinceSent' | 'isBlacklisted'> => ({
  flow: person.flow,
  cityCode: person.cityCode,
  age: ageOn(person.birthday, today),
  gender: person.gender,
  incomeBand: person.incomeBand,
  creditBand: person.creditBand,
  house: person.house,
  car: person.car,
  socialInsurance: person.socialInsurance,
  housingFund: person.housingFund,
  channelId: person.channelId,
})

/** The person as a template sees one. @param today as above */
export function asTemplatePerson(
  person: Person,
  today: string,
  push: {
    requestId: string
    planId: string
    orgCode: string
    externalId: string | null
    agreements: readonly AcceptedAgreement[]
  },
): TemplatePerson {
  const { phone, name, idNumber, birthday, ip, device, gender, cityCode } = person
  const { incomeBand, creditBand, house, car, socialInsurance, housingFund, occupation } = person
  return {
    phone,
    name,
    idNumber,
    birthday,
    ip,
    device,
    gender,
    age: ageOn(birthday, today),
    cityCode,
    incomeBand,
    creditBand,
    house,
    car,
    socialInsurance,
    housingFund,
    occupation,
    cityName: cityCode && cityNameOf(cityCode),
    provinceName: cityCode && (regionPath(cityCode)[0]?.name ?? null),
    userId: Number(person.id),
    requestId: push.requestId,
    planId: Number(push.planId),
    orgCode: push.orgCode,
    externalId: push.externalId,
    agreements: push.agreements,
  }
}

/** The age in whole years on a calendar day; both days are `yyyy-mm-dd`. */
export function ageOn(birthday: string | null, today: string): number | null {
  if (birthday === null) return null
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}
