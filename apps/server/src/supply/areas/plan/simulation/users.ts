import { mostSimulated } from '@kabao/contract/supply/plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { channelOfOwner, idNumberPurpose, matchBlacklistForMany } from '#users'
import type { MatchPerson } from '../../../match/match.ts'

/** The ids of the newest users, the oldest of them first. @param owner limits them to the users of this owner's channels */
export async function newestUsers(db: Db, owner: string | null): Promise<string[]> {
  const where = sql.join(
    [sql`t.status <> 'deleted'`, ...channelOfOwner(sql`t.channel_id`, owner)],
    sql` and `,
  )
  const { rows } = await sql<{ id: string }>`
    select t.id from "user" t where ${where} order by t.created_at desc, t.id desc limit ${mostSimulated}`.execute(
    db,
  )
  return rows.map(({ id }) => id).reverse()
}

/** A user as the match sees one. */
export interface SimulatedUser extends Omit<MatchPerson, 'age'> {
  /** `yyyy-mm-dd` */
  birthday: string | null
  channelName: string | null
  /** ISO 8601 */
  createdAt: string
}

type Stored = Omit<SimulatedUser, 'isBlacklisted'> & {
  phone: string | null
  device: string | null
  ip: string | null
  idNumberSealed: Buffer | null
}

/**
 * These users in the order of their registration, with what the blacklist and the pushes to an organization say about them today.
 * @param dedupeDays how far back a push is looked for; an older one is as good as none
 */
export async function readUsers(
  db: Db,
  vault: Vault,
  { ids, orgId, dedupeDays }: { ids: readonly string[]; orgId: string; dedupeDays: number },
): Promise<SimulatedUser[]> {
  const { rows } = await sql<Stored>`
    select t.flow, t.birthday, t.gender, t.city_code as "cityCode", t.channel_id as "channelId",
      channel.name as "channelName", t.income_band as "incomeBand", t.credit_band as "creditBand", t.house, t.car,
      t.social_insurance as "socialInsurance", t.housing_fund as "housingFund", t.created_at as "createdAt",
      t.phone, t.device, t.ip, t.id_number_sealed as "idNumberSealed",
      (select floor(extract(epoch from now() - max(r.request_at)) / 86400)::int from push_record r
        where r.user_id = t.id and r.org_id = ${orgId}
          and r.id >= time_id_at(now() - ${dedupeDays} * interval '1 day')) as "daysSinceSent"
    from "user" t left join channel on channel.id = t.channel_id
    where t.id = any(${ids}::bigint[]) order by t.created_at, t.id`.execute(db.withoutPlugins())
  const hits = await matchBlacklistForMany(
    db,
    vault,
    rows.map(({ phone, device, ip, idNumberSealed }) => ({
      phone,
      device,
      ip,
      idNumber: idNumberSealed && vault.open(idNumberSealed, idNumberPurpose),
    })),
  )
  return rows.map(({ phone: _phone, device: _device, ip: _ip, idNumberSealed: _sealed, ...user }, index) => ({
    ...user,
    isBlacklisted: (hits[index]?.size ?? 0) > 0,
  }))
}
