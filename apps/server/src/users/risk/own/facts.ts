import { wallClockAt } from '@kabao/contract/kernel/business-clock'
import { birthdayOf } from '@kabao/contract/kernel/personal'
import { provinceOf } from '@kabao/region'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { matchBlacklistForMany } from '../../blacklist-match.ts'
import type { RiskSubject } from '../provider.ts'

/** The stored facts about a person that the risk rules use. */
export interface RiskFacts {
  blacklisted: ReadonlySet<'phone' | 'idNumber' | 'device' | 'ip'>
  hasIdNumber: boolean
  /** Null if one of the two values is not known. */
  birthdayDiffers: boolean | null
  genderDiffers: boolean | null
  provinceDiffers: boolean | null
  /** Other users with the same device or address. */
  sameDevice: number
  sameIp: number
  /** Other users who registered from the same address at most an hour before or after this one. */
  sameIpWithinHour: number
  /** The hour of the registration in the business time zone, 0–23. */
  registeredHour: number
  pushes: { days7: number; days30: number; days90: number; rejected90: number }
}

/** What reading the facts needs. */
export interface Known {
  vault: Vault
  /** The current business time zone. */
  timeZone: () => string
}

/**
 * @param known which values of each person are on the blacklist, if that was looked up already
 * @returns the facts of each person, in their order; the number of queries does not depend on the number of people
 */
export async function readFacts(
  db: Db,
  { vault, timeZone }: Known,
  people: readonly RiskSubject[],
  known?: readonly RiskFacts['blacklisted'][],
): Promise<RiskFacts[]> {
  // One after the other, because inside a transaction they share one connection.
  const blacklisted =
    known ??
    (await matchBlacklistForMany(
      db,
      vault,
      people.map(({ phone, idNumber, device, ip }) => ({ phone, idNumber, device, ip })),
    ))
  const counts = await count(db, people)
  return people.map((person, index) => ({
    ...ownFacts(person, timeZone()),
    blacklisted: blacklisted[index] as RiskFacts['blacklisted'],
    ...(counts[index] as Counts),
  }))
}

/** What a person's own values say; nothing is looked up. */
export const ownFacts = (person: OwnValues, timeZone: string) => ({
  ...differences(person),
  registeredHour: hourIn(timeZone, person.createdAt),
})

type OwnValues = Pick<RiskSubject, 'idNumber' | 'birthday' | 'gender' | 'cityCode' | 'createdAt'>

const hourIn = (timeZone: string, instant: string) =>
  Number(wallClockAt(Date.parse(instant), timeZone).slice(11, 13))

function differences({ idNumber, birthday, gender, cityCode }: OwnValues) {
  const differs = (one: string | null, other: string | null) =>
    one === null || other === null ? null : one !== other
  return {
    hasIdNumber: idNumber !== null,
    birthdayDiffers: differs(idNumber && birthdayOf(idNumber), birthday),
    genderDiffers: differs(idNumber && genderOf(idNumber), gender),
    provinceDiffers: differs(idNumber && provinceOf(idNumber), cityCode && provinceOf(cityCode)),
  }
}

/** The 17th digit is odd for a man. Source: GB 11643-1999. */
const genderOf = (idNumber: string) => (Number(idNumber[16]) % 2 === 1 ? 'male' : 'female')

/** Counts stop at this number, so that a count never reads a whole table; a higher number would not change the judgment. */
const enough = 100

type Counts = Pick<RiskFacts, 'sameDevice' | 'sameIp' | 'sameIpWithinHour' | 'pushes'>

/** @returns in the order of the people */
async function count(db: Db, people: readonly RiskSubject[]): Promise<Counts[]> {
  const { rows } = await sql<Omit<Counts, 'pushes'> & RiskFacts['pushes']>`select
    (select count(*)::int from (select 1 from "user" where device = p.device and id <> p.id limit ${enough}) d) as same_device,
    (select count(*)::int from (select 1 from "user" where ip = p.ip and id <> p.id limit ${enough}) i) as same_ip,
    (select count(*)::int from (select 1 from "user" where ip = p.ip and id <> p.id
      and created_at between p.created_at - interval '1 hour' and p.created_at + interval '1 hour'
      limit ${enough}) h) as same_ip_within_hour, pushes.*
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ device }) => device)}::text[],
      ${people.map(({ ip }) => ip)}::text[], ${people.map(({ createdAt }) => createdAt)}::timestamptz[])
      with ordinality p (id, device, ip, created_at, at)
    cross join lateral (
      select count(*) filter (where request_at > now() - interval '7 days')::int as days7,
        count(*) filter (where request_at > now() - interval '30 days')::int as days30,
        count(*)::int as days90,
        count(*) filter (where status = 'rejected')::int as rejected90
      from push_record where user_id = p.id and id > time_id_at(now() - interval '90 days') and stage not in ('check', 'consent')) pushes
    order by p.at`.execute(db)
  return rows.map(({ days7, days30, days90, rejected90, ...shared }) => ({
    ...shared,
    pushes: { days7, days30, days90, rejected90 },
  }))
}
