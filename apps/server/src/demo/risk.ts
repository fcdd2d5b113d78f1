import { standardOf } from '@kabao/contract/operations/setting'
import type { BlacklistKind } from '@kabao/contract/users/blacklist'
import type { RiskLevel } from '@kabao/contract/users/user'
import { sql } from 'kysely'
import type pg from 'pg'
import { dbOver } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { readSettings } from '#platform/settings/store'
import { blacklistKeys, idNumberPurpose, levelUnder, ownFacts, type RiskSubject, riskLevelsOf } from '#users'
import type { Person } from './people.ts'
import type { Sent } from './pushes.ts'

/** The number of people that are judged with the same queries. */
const several = 2_000

/** Judges made-up people one by one, by the rules of the service, before they are stored. */
export interface Judge {
  /** When they are judged, ISO 8601. */
  at: string
  /** The level of a person, as if nobody else had the same device or address; null without a complete profile. */
  levelOf(made: Person, pushes: readonly Sent[]): RiskLevel | null
  /** Judges again, by the service's own queries, the stored users after `start` who share a device or an address. */
  judgeShared(start: number): Promise<void>
}

/** Reads the blacklist and the clock of the open transaction. */
export async function openJudge(client: pg.PoolClient, vault: Vault): Promise<Judge> {
  const db = dbOver(client)
  const zone = (await readSettings(db)).find(({ key }) => key === 'business.timezone')?.value
  const timeZone = String(zone ?? standardOf('business.timezone'))
  const { rows } = await client.query<Moments>(
    `select to_json(now()) #>> '{}' as at, ${[7, 30, 90]
      .map((days) => `(extract(epoch from now() - interval '${days} days') * 1000)::float8 as since${days}`)
      .join()}`,
  )
  const moments = rows[0] as Moments
  const listed = await readBlacklist(client)
  return {
    at: moments.at,
    levelOf: (made, pushes) =>
      made.profiledAt === null
        ? null
        : levelUnder({
            ...ownFacts({ ...made, createdAt: new Date(made.createdAt).toISOString() }, timeZone),
            blacklisted: blacklistedOf(listed, vault, made),
            ...noOthers,
            pushes: countPushes(pushes, moments),
          }),
    async judgeShared(start) {
      const { rows: shared } = await client.query<{ id: string }>(
        `select u.id from "user" u where u.id > $1 and u.profiled_at is not null and (
           exists (select from "user" o where o.device = u.device and o.id <> u.id)
           or exists (select from "user" o where o.ip = u.ip and o.id <> u.id)) order by u.id`,
        [start],
      )
      for (let from = 0; from < shared.length; from += several)
        await judgeStored(
          client,
          { vault, timeZone: () => timeZone },
          shared.slice(from, from + several).map(({ id }) => id),
        )
    },
  }
}

/** When the rows are judged, and the moments so many days before, in milliseconds since 1970. */
interface Moments {
  at: string
  since7: number
  since30: number
  since90: number
}

const noOthers = { sameDevice: 0, sameIp: 0, sameIpWithinHour: 0 }

/** The values on the blacklist that hold now, by kind. */
async function readBlacklist(client: pg.PoolClient): Promise<Map<BlacklistKind, Set<string>>> {
  const { rows } = await client.query<{ kind: BlacklistKind; value: string }>(
    `select kind, value from blacklist where coalesce(expires_at, 'infinity') > now()`,
  )
  const listed = new Map<BlacklistKind, Set<string>>()
  for (const { kind, value } of rows) {
    const values = listed.get(kind) ?? new Set()
    listed.set(kind, values.add(value))
  }
  return listed
}

function blacklistedOf(
  listed: ReadonlyMap<BlacklistKind, ReadonlySet<string>>,
  vault: Vault,
  { phone, idNumber, device, ip }: Person,
): Set<BlacklistKind> {
  const found = new Set<BlacklistKind>()
  const look = (kind: BlacklistKind, value: string | null) => {
    const values = listed.get(kind)
    if (values && value !== null && blacklistKeys(vault, kind, value).some((key) => values.has(key)))
      found.add(kind)
  }
  look('phone', phone)
  look('idNumber', idNumber)
  look('device', device)
  look('ip', ip)
  return found
}

function countPushes(pushes: readonly Sent[], { since7, since30, since90 }: Moments) {
  const counted = pushes.filter(
    ({ stage, push }) => stage !== 'check' && stage !== 'consent' && push.requestAt > since90,
  )
  const since = (moment: number) => counted.filter(({ push }) => push.requestAt > moment).length
  return {
    days7: since(since7),
    days30: since(since30),
    days90: counted.length,
    rejected90: counted.filter(({ status }) => status === 'rejected').length,
  }
}

/** Stores the levels that the service's own report gives to stored users with a complete profile. */
async function judgeStored(
  client: pg.PoolClient,
  known: Parameters<typeof riskLevelsOf>[1],
  ids: readonly string[],
): Promise<void> {
  const db = dbOver(client)
  const { rows } = await sql<RiskSubject & { idNumberSealed: Buffer | null }>`
    select id, phone, name, id_number_sealed, gender, birthday, city_code, device, ip, created_at from "user"
    where id = any(${ids}::bigint[]) order by id`.execute(db)
  const people = rows.map(({ idNumberSealed, ...person }) => ({
    ...person,
    idNumber: idNumberSealed && known.vault.open(idNumberSealed, idNumberPurpose),
  }))
  const levels = await riskLevelsOf(db, known, people)
  await sql`
    update "user" set risk_level = judged.level
    from unnest(${people.map(({ id }) => id)}::bigint[], ${levels}::text[]) judged (id, level)
    where "user".id = judged.id and "user".risk_level is distinct from judged.level`.execute(db)
}
