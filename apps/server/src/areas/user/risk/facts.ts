import { birthdayOf } from '@kabao/contract/personal'
import { sql } from 'kysely'
import { matchBlacklist } from '#db/blacklist-match'
import type { Db } from '#db/client'
import { hourOfDay } from '#settings/business-clock'
import type { Settings } from '#settings/settings'
import type { RiskSubject } from '#src/risk/provider'
import type { Vault } from '../../../vault.ts'

/** What the service really knows of a person, as far as risk goes. */
export interface RiskFacts {
  blacklisted: ReadonlySet<'phone' | 'idNumber' | 'device' | 'ip'>
  hasIdNumber: boolean
  /** null where one of the two is not known */
  birthdayDiffers: boolean | null
  genderDiffers: boolean | null
  provinceDiffers: boolean | null
  /** Other users with the same device or address. */
  sameDevice: number
  sameIp: number
  /** Others who registered from the same address within an hour of this one. */
  sameIpWithinHour: number
  /** Hour of registration in the business zone, 0–23. */
  registeredHour: number
  pushes: { days7: number; days30: number; days90: number; rejected90: number }
}

/** By what the facts are read. */
export interface Known {
  vault: Vault
  settings: Settings
}

export async function gatherFacts(db: Db, { vault, settings }: Known, user: RiskSubject): Promise<RiskFacts> {
  const { id, phone, idNumber, device, ip } = user
  const [blacklisted, shared, pushes] = await Promise.all([
    matchBlacklist(db, vault, { phone, idNumber, device, ip }),
    countShared(db, { id, device, ip, createdAt: user.createdAt }),
    countPushes(db, id),
  ])
  const differs = (one: string | null, other: string | null) =>
    one === null || other === null ? null : one !== other
  return {
    blacklisted,
    hasIdNumber: idNumber !== null,
    birthdayDiffers: differs(idNumber && birthdayOf(idNumber), user.birthday),
    genderDiffers: differs(idNumber && genderOf(idNumber), user.gender),
    provinceDiffers: differs(provinceOf(idNumber), provinceOf(user.cityCode)),
    ...shared,
    registeredHour: hourOfDay(settings, new Date(user.createdAt)),
    pushes,
  }
}

/** The first two digits of an id number and of a region code name the province. */
const provinceOf = (code: string | null) => code?.slice(0, 2) ?? null

/** The 17th digit is odd for a man. Source: GB 11643-1999. */
const genderOf = (idNumber: string) => (Number(idNumber[16]) % 2 === 1 ? 'male' : 'female')

/** More than this many is as bad as this many; a count must not read a whole table. */
const enough = 100

async function countShared(
  db: Db,
  user: { id: string; device: string | null; ip: string | null; createdAt: string },
) {
  const { rows } = await sql<Pick<RiskFacts, 'sameDevice' | 'sameIp' | 'sameIpWithinHour'>>`select
    (select count(*)::int from (select 1 from "user" where device = ${user.device} and id <> ${user.id} limit ${enough}) d) as same_device,
    (select count(*)::int from (select 1 from "user" where ip = ${user.ip} and id <> ${user.id} limit ${enough}) i) as same_ip,
    (select count(*)::int from (select 1 from "user" where ip = ${user.ip} and id <> ${user.id}
      and created_at between ${user.createdAt}::timestamptz - interval '1 hour' and ${user.createdAt}::timestamptz + interval '1 hour'
      limit ${enough}) h) as same_ip_within_hour`.execute(db)
  return rows[0] ?? { sameDevice: 0, sameIp: 0, sameIpWithinHour: 0 }
}

async function countPushes(db: Db, id: string): Promise<RiskFacts['pushes']> {
  const { rows } = await sql<RiskFacts['pushes']>`
    select count(*) filter (where request_at > now() - interval '7 days')::int as days7,
      count(*) filter (where request_at > now() - interval '30 days')::int as days30,
      count(*)::int as days90,
      count(*) filter (where status = 'rejected')::int as rejected90
    from push_record where user_id = ${id} and request_at > now() - interval '90 days'`.execute(db)
  return rows[0] ?? { days7: 0, days30: 0, days90: 0, rejected90: 0 }
}
