import { idempotencyHours, nonceSeconds } from '@kabao/contract/partners/signature'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** What a verified request must show before it is handled: its nonce, and its `Idempotency-Key` if it has one. */
export interface Entry {
  keyId: string
  nonce: string
  /** The signed timestamp in seconds. */
  at: number
  claim: Claim | null
}

export interface Claim {
  /** The value of the header. */
  key: string
  /** SHA-256 of the method, the path and the body. */
  requestHash: Buffer
  /** A UUID of this request. */
  id: string
}

/** Whether a request may be handled: `entered`, or why not; with the sealed answer if it was answered before. */
export type Entered =
  | { result: 'entered' | 'replayed' | 'underWay' | 'otherRequest' }
  | { result: 'answered'; answerSealed: Buffer }

/** How long a request may be under way before another one with the same key may take over, in seconds. */
const claimSeconds = 60
/** Around midnight (UTC), a key could be claimed on both days; within this many minutes of it, claims wait for one another. */
const midnightMinutes = 5

/**
 * Uses up the nonces of requests and claims their idempotency keys, in the caller's transaction. All callers lock rows in the same
 * order, so that two batches never wait for each other.
 * @returns one result for each entry, in their order
 */
export async function enter(write: Db, entries: readonly Entry[]): Promise<Entered[]> {
  const fresh = await useNonces(write, entries)
  const results: Entered[] = fresh.map((isFresh) => ({ result: isFresh ? 'entered' : 'replayed' }))
  const claims = entries.flatMap((entry, at) =>
    fresh[at] && entry.claim ? [{ at, keyId: entry.keyId, ...entry.claim }] : [],
  )
  if (claims.length === 0) return results
  const claimed = await claimKeys(write, claims)
  claims.forEach(({ at }, nth) => {
    results[at] = claimed[nth] as Entered
  })
  return results
}

async function useNonces(write: Db, entries: readonly Entry[]): Promise<boolean[]> {
  const first = firstOf(entries, ({ keyId, nonce }) => `${keyId} ${nonce}`)
  const given = (places: readonly number[]) => sql`unnest(${places.map((at) => entries[at]?.keyId)}::bigint[],
    ${places.map((at) => entries[at]?.nonce)}::text[], ${places.map((at) => entries[at]?.at)}::bigint[]) g (key_id, nonce, at)`
  const nameAt = (at: number) => `${entries[at]?.keyId} ${entries[at]?.nonce}`
  const places = entries.map((_, index) => index).filter((at) => first[at])
  const nearHour = places.filter((at) => isNearHour(entries[at]?.at ?? 0))
  const used = new Set<string>()
  if (nearHour.length > 0) {
    const { rows } = await sql<{ name: string }>`
      select g.key_id || ' ' || g.nonce as name from ${given(nearHour)}
      where exists (select from open_nonce t where t.api_key_id = g.key_id and t.nonce = g.nonce
        and t.id in (time_id_at(date_trunc('hour', to_timestamp(g.at)) - interval '1 hour'),
          time_id_at(date_trunc('hour', to_timestamp(g.at)) + interval '1 hour'))
        and abs(extract(epoch from t.at - to_timestamp(g.at))) <= ${nonceSeconds})`.execute(write)
    for (const { name } of rows) used.add(name)
  }
  const unused = places.filter((at) => !used.has(nameAt(at)))
  const { rows } = await sql<{ name: string }>`
    insert into open_nonce as t (id, api_key_id, nonce, at)
    select time_id_at(date_trunc('hour', to_timestamp(g.at))), g.key_id, g.nonce, to_timestamp(g.at) from ${given(unused)}
    order by g.key_id, g.nonce
    on conflict (api_key_id, nonce, id) do update set at = excluded.at
      where abs(extract(epoch from excluded.at - t.at)) > ${nonceSeconds}
    returning api_key_id || ' ' || nonce as name`.execute(write)
  const accepted = new Set(rows.map(({ name }) => name))
  return entries.map((_, index) => Boolean(first[index]) && accepted.has(nameAt(index)))
}

/** Whether the nonce could have been used within the hour before or after. */
const isNearHour = (at: number) => at % 3_600 <= nonceSeconds || at % 3_600 >= 3_600 - nonceSeconds

type NamedClaim = Claim & { keyId: string }

interface StoredClaim {
  keyId: string
  key: string
  requestHash: Buffer
  answerSealed: Buffer | null
  isOver: boolean
}

/** The id of the keys of a day, by how far it is from the current one (UTC). */
const dayAt = (days: number) =>
  sql`time_id_at((date_trunc('day', now() at time zone 'UTC') + make_interval(days => ${sql.lit(days)})) at time zone 'UTC')`
const today = dayAt(0)
/** Where a key may be stored that was claimed before: a clock that was put back may have claimed it for tomorrow. */
const otherDays = sql`(${dayAt(-1)}, ${dayAt(1)})`
const allDays = sql`(${dayAt(-1)}, ${today}, ${dayAt(1)})`
const stillStored = sql`created_at > now() - make_interval(hours => ${idempotencyHours})`

async function claimKeys(write: Db, claims: readonly NamedClaim[]): Promise<Entered[]> {
  const first = firstOf(claims, nameOf)
  const own = claims.filter((_, index) => first[index])
  const given = sql`unnest(${own.map(({ keyId }) => keyId)}::bigint[], ${own.map(({ key }) => key)}::text[],
    ${own.map(({ requestHash }) => requestHash)}::bytea[], ${own.map(({ id }) => id)}::uuid[])
    g (key_id, key, request_hash, claim)`
  await sql`
    select pg_advisory_xact_lock(h.hash) from (select hashtextextended(g.key_id || ' ' || g.key, 35) as hash from ${given} order by 1) h
    where (now() at time zone 'UTC')::time not between make_time(0, ${midnightMinutes}, 0) and make_time(23, ${60 - midnightMinutes}, 0)`.execute(
    write,
  )
  const { rows: made } = await sql<{ keyId: string; key: string }>`
    insert into open_answer (id, api_key_id, key, request_hash, claim, claimed_until)
    select ${today}, g.key_id, g.key, g.request_hash, g.claim, now() + make_interval(secs => ${claimSeconds}) from ${given}
    where not exists (select from open_answer y where y.id in ${otherDays} and y.api_key_id = g.key_id and y.key = g.key
      and y.${stillStored})
    order by g.key_id, g.key
    on conflict (api_key_id, key, id) do nothing
    returning api_key_id as "keyId", key`.execute(write)
  const entered = new Set(made.map(nameOf))
  const others = own.filter((claim) => !entered.has(nameOf(claim)))
  const stored = others.length === 0 ? new Map() : await takeOver(write, others)
  return claims.map((claim, index) => {
    if (!first[index]) return { result: 'underWay' }
    if (entered.has(nameOf(claim))) return { result: 'entered' }
    return stored.get(nameOf(claim)) ?? { result: 'underWay' }
  })
}

/** What became of keys that were claimed before. A claim that lasts too long is taken over. */
async function takeOver(write: Db, claims: readonly NamedClaim[]): Promise<Map<string, Entered>> {
  const results = new Map<string, Entered>()
  for (const claim of [...claims].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    const where = sql`t.api_key_id = ${claim.keyId} and t.key = ${claim.key} and t.id in ${allDays}
      and t.${stillStored}`
    const { rows } = await sql<StoredClaim>`
      select t.api_key_id as "keyId", t.key, t.request_hash as "requestHash", t.answer_sealed as "answerSealed",
        t.claimed_until <= now() as "isOver" from open_answer t where ${where} order by t.id desc limit 1`.execute(
      write,
    )
    const stored = rows[0]
    if (!stored) results.set(nameOf(claim), { result: 'underWay' })
    else if (!stored.requestHash.equals(claim.requestHash))
      results.set(nameOf(claim), { result: 'otherRequest' })
    else if (stored.answerSealed)
      results.set(nameOf(claim), { result: 'answered', answerSealed: stored.answerSealed })
    else if (!stored.isOver) results.set(nameOf(claim), { result: 'underWay' })
    else {
      const { numAffectedRows = 0n } = await sql`
        update open_answer t set claim = ${claim.id}, claimed_until = now() + make_interval(secs => ${claimSeconds})
        where ${where} and t.answer_sealed is null and t.claimed_until <= now()`.execute(write)
      results.set(nameOf(claim), { result: numAffectedRows > 0n ? 'entered' : 'underWay' })
    }
  }
  return results
}

/**
 * Stores the answers of requests with an idempotency key, in the transaction that did what they asked for.
 * @throws ClaimLost if another request has taken over one of the claims; the transaction must be rolled back
 */
export async function storeAnswers(
  write: Db,
  answers: readonly { entry: Entry; answerSealed: Buffer }[],
): Promise<void> {
  const kept = answers.filter(({ entry }) => entry.claim)
  if (kept.length === 0) return
  const { numAffectedRows = 0n } = await sql`
    update open_answer t set answer_sealed = g.answer from unnest(${kept.map(({ entry }) => entry.keyId)}::bigint[],
      ${kept.map(({ entry }) => entry.claim?.key)}::text[], ${kept.map(({ entry }) => entry.claim?.id)}::uuid[],
      ${kept.map(({ answerSealed }) => answerSealed)}::bytea[]) g (key_id, key, claim, answer)
    where t.api_key_id = g.key_id and t.key = g.key and t.claim = g.claim and t.answer_sealed is null
      and t.id in ${allDays}`.execute(write)
  if (numAffectedRows !== BigInt(kept.length)) throw new ClaimLost()
}

/** Gives keys back whose requests were refused, so that they can be sent again. */
export async function giveBack(write: Db, entries: readonly Entry[]): Promise<void> {
  const kept = entries.filter(({ claim }) => claim)
  if (kept.length === 0) return
  await sql`
    delete from open_answer t using unnest(${kept.map(({ keyId }) => keyId)}::bigint[],
      ${kept.map(({ claim }) => claim?.key)}::text[], ${kept.map(({ claim }) => claim?.id)}::uuid[]) g (key_id, key, claim)
    where t.api_key_id = g.key_id and t.key = g.key and t.claim = g.claim and t.answer_sealed is null
      and t.id in ${allDays}`.execute(write)
}

/** Another request took over the claim of this one, which lasted too long. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

const nameOf = ({ keyId, key }: { keyId: string; key: string }) => `${keyId} ${key}`

/** For each value, whether it is the first with its name. */
function firstOf<T>(values: readonly T[], name: (value: T) => string): boolean[] {
  const seen = new Set<string>()
  return values.map((value) => {
    const known = seen.has(name(value))
    seen.add(name(value))
    return !known
  })
}
