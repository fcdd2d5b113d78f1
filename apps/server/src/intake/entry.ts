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
  const results: Entered[] = entries.map(() => ({ result: 'replayed' }))
  const isFirst = firstOf(entries, ({ keyId, nonce }) => `${keyId} ${nonce}`)
  const places = entries.map((_, index) => index).filter((index) => isFirst[index])
  const given = places.map((index) => entries[index] as Entry)
  const { rows } = await sql<{ fresh: number[]; claimed: number[] }>`
    select fresh, claimed from enter_open_calls(${given.map(({ keyId }) => keyId)}::bigint[], ${given.map(({ nonce }) => nonce)}::text[],
      ${given.map(({ at }) => at)}::bigint[], ${given.map(({ claim }) => claim?.key)}::text[],
      ${given.map(({ claim }) => claim?.requestHash)}::bytea[], ${given.map(({ claim }) => claim?.id)}::uuid[],
      ${nonceSeconds}, ${claimSeconds}, ${idempotencyHours}, ${midnightMinutes})`.execute(write)
  // The database counts from 1.
  const placesOf = (nths: readonly number[] = []) => nths.map((nth) => places[nth - 1] as number)
  const claimed = new Set(placesOf(rows[0]?.claimed))
  const known: Placed[] = []
  for (const index of placesOf(rows[0]?.fresh)) {
    const { keyId, claim } = entries[index] as Entry
    results[index] = { result: 'entered' }
    if (claim && !claimed.has(index)) known.push({ index, keyId, ...claim })
  }
  if (known.length === 0) return results
  // Of several requests of this batch with one key, another one has it.
  const own = new Set([...claimed].map((index) => nameOfKey(entries[index] as Entry)))
  const others = known.toSorted((a, b) => a.index - b.index)
  const stored = await takeOver(write, firstClaims(others, own))
  for (const claim of others) results[claim.index] = stored.get(claim.index) ?? { result: 'underWay' }
  return results
}

type Placed = NamedClaim & { index: number }

const nameOfKey = ({ keyId, claim }: Entry) => nameOf({ keyId, key: claim?.key ?? '' })

/** The first request with each key that no request of the batch has claimed. */
function firstClaims(claims: readonly Placed[], own: ReadonlySet<string>): Placed[] {
  const open = claims.filter((claim) => !own.has(nameOf(claim)))
  const isFirst = firstOf(open, nameOf)
  return open.filter((_, index) => isFirst[index])
}

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
/** Where a key may be stored that was claimed before: a clock that was put back may have claimed it for tomorrow. */
const allDays = sql`(${dayAt(-1)}, ${dayAt(0)}, ${dayAt(1)})`
const stillStored = sql`created_at > now() - make_interval(hours => ${idempotencyHours})`

/** What became of keys that were claimed before. A claim that lasts too long is taken over. */
async function takeOver(write: Db, claims: readonly Placed[]): Promise<Map<number, Entered>> {
  const results = new Map<number, Entered>()
  for (const claim of [...claims].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    const where = sql`t.api_key_id = ${claim.keyId} and t.key = ${claim.key} and t.id in ${allDays}
      and t.${stillStored}`
    const { rows } = await sql<StoredClaim>`
      select t.api_key_id as "keyId", t.key, t.request_hash as "requestHash", t.answer_sealed as "answerSealed",
        t.claimed_until <= now() as "isOver" from open_answer t where ${where} order by t.id desc limit 1`.execute(
      write,
    )
    const stored = rows[0]
    if (!stored) results.set(claim.index, { result: 'underWay' })
    else if (!stored.requestHash.equals(claim.requestHash))
      results.set(claim.index, { result: 'otherRequest' })
    else if (stored.answerSealed)
      results.set(claim.index, { result: 'answered', answerSealed: stored.answerSealed })
    else if (!stored.isOver) results.set(claim.index, { result: 'underWay' })
    else {
      const { numAffectedRows = 0n } = await sql`
        update open_answer t set claim = ${claim.id}, claimed_until = now() + make_interval(secs => ${claimSeconds})
        where ${where} and t.answer_sealed is null and t.claimed_until <= now()`.execute(write)
      results.set(claim.index, { result: numAffectedRows > 0n ? 'entered' : 'underWay' })
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
  const { rows } = await sql<{ stored: number }>`
    select store_open_answers(${kept.map(({ entry }) => entry.keyId)}::bigint[], ${kept.map(({ entry }) => entry.claim?.key)}::text[],
      ${kept.map(({ entry }) => entry.claim?.id)}::uuid[],
      ${kept.map(({ answerSealed }) => answerSealed)}::bytea[]) as stored`.execute(write)
  if (rows[0]?.stored !== kept.length) throw new ClaimLost()
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
