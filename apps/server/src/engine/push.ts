import { sql } from 'kysely'
import type { AcceptedAgreement } from '#partners'
import type { Db } from '#platform/db/client'

/** A push as the engine reads one. */
export interface Push {
  id: string
  userId: string
  planId: string
  orgId: string
  channelId: string | null
  status: 'pending' | 'accepted' | 'rejected' | 'duplicate' | 'failed' | 'unknown' | 'returned'
  /** The price of the plan; once it is accepted, what was charged. */
  priceFen: number
  /** The bounds of a price in a reply; null: such a price is not taken. The higher one is held. */
  priceMinFen: number | null
  priceMaxFen: number | null
  externalId: string | null
  flow: 'full' | 'half' | 'uv' | 'city'
  stage: 'check' | 'consent' | 'submit' | 'login'
  /** What the person agreed to; null without a consent. */
  agreements: AcceptedAgreement[] | null
}

/** The columns of a push, in a query of `push_record`. */
export const pushColumns = sql`id, user_id as "userId", plan_id as "planId", org_id as "orgId", channel_id as "channelId", status,
  price_fen as "priceFen", price_min_fen as "priceMinFen", price_max_fen as "priceMaxFen", external_id as "externalId", flow, stage,
  ${consented()} as agreements`

/** The agreements of the consent to a push, in a query of `push_record`. */
function consented() {
  return sql`(select jsonb_agg(a || jsonb_build_object('acceptedAt',
    to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from consent c, jsonb_array_elements(c.agreements) a where c.user_id = push_record.user_id and c.id = push_record.id)`
}

/** A push of a person: whose it is, and its id. */
export interface PushKey {
  userId: string
  pushId: string
}

export const readPush = async (db: Db, key: PushKey): Promise<Push | null> =>
  (await readPushes(db, [key])).get(key.pushId) ?? null

/** These pushes by id. */
export async function readPushes(db: Db, keys: readonly PushKey[]): Promise<Map<string, Push>> {
  const { rows } = await sql<Push>`
    select ${pushColumns} from push_record where id = any(${keys.map(({ pushId }) => pushId)}::bigint[])
      and user_id = any(${keys.map(({ userId }) => userId)}::bigint[])`.execute(db.withoutPlugins())
  return new Map(rows.map((push) => [push.id, push]))
}

/** A push by its id alone, where nobody knows whose it is: an organization names a push by it. */
export async function findPush(db: Db, id: string): Promise<Push | null> {
  const { rows } = await sql<Push>`
    select ${pushColumns} from push_record where id = ${id}`.execute(db.withoutPlugins())
  return rows[0] ?? null
}
