import { codes, fill, type Words } from '@kabao/contract'
import { type LookUp, maskLookUp } from '@kabao/contract/kernel/look-up'
import { lookUpWords } from '@kabao/contract/kernel/look-up.words'
import { sql } from 'kysely'
import { Problem } from '../base/problem.ts'
import type { Db } from '../db/client.ts'
import { sendMessage } from '../db/messages.ts'
import type { Vault } from '../keys/vault.ts'
import type { Settings } from '../settings/settings.ts'
import type { RevealThrottle } from './reveal-throttle.ts'

/** The caller who looks up. */
interface Caller {
  adminId: string
  username: string
}

/**
 * Counts look-ups by a whole value like reveals, because a caller with unlimited guesses of a hidden number needs no reveal.
 * Counted in the database, so all instances count together.
 */
export interface LookUps {
  /**
   * Counts a look-up before it is made. The same value within ten minutes counts once, so the next page of a list, a refresh and an
   * export are one look-up.
   * @throws Problem 4290 at the field, with the seconds to wait
   */
  begin(caller: Caller, lookUp: LookUp): Promise<void>
  /**
   * Stores what a look-up found, in the caller's transaction.
   * @param outcome the person it found, `nobody` if it found none; null if the answer does not say
   * @returns whether this is new since the look-up was counted, so that an audit log entry is due
   */
  end(write: Db, adminId: string, lookUp: LookUp, outcome: { whom: string } | null): Promise<boolean>
}

/** How long a repeated look-up by the same value is not counted again. */
const sameFor = sql.lit('10 minutes')
/**
 * How many numbers may differ in their hidden digits only, and within how many hours. Users mistype a phone now and then, but not
 * five times a week with the first and the last digits right. Four hidden digits take 5,000 tries on average, which is nineteen
 * years. A mistyped id number fails its check digit; one whose region and year are known leaves 33 candidates, which is eleven
 * months.
 */
export const guesses = { phone: { most: 5, hours: 168 }, idNumber: { most: 3, hours: 720 } } as const

/** Stored for a look-up that found nobody, and for one whose answer does not say. */
export const nobody = 'nobody'
const unknown = 'unknown'

/** The purposes under which a looked-up value and its mask are hashed. */
const valuePurpose = 'look_up.value'
const maskPurpose = 'look_up.mask'

interface Needed {
  db: Db
  vault: Vault
  settings: Settings
  /** Connections of its own, because a look-up holds one of `db` while it counts. */
  revealThrottle: RevealThrottle
}

export function createLookUps({ db, vault, settings, revealThrottle }: Needed): LookUps {
  const hashesOf = ({ kind, value }: LookUp) => vault.everyFingerprint(`${kind} ${value}`, valuePurpose)
  return {
    async begin(caller, lookUp) {
      const { adminId } = caller
      const hashes = hashesOf(lookUp)
      const [hash] = hashes
      const mask = maskOf(vault, lookUp)
      const refusal = await db
        .transaction()
        .execute(async (write) => {
          // Concurrent look-ups of one caller are counted one after the other.
          await sql`select pg_advisory_xact_lock(hashtextextended('kabao look-up ' || ${adminId}::text, 0))`.execute(
            write,
          )
          await keepOne(write, adminId, hashes)
          if (await isCounted(write, adminId, hash)) return null
          const most = settings.get('masking.missesPerHour')
          const refused =
            (mask && (await tooManyGuesses(write, adminId, hash, mask))) ||
            (most > 0 && (await tooManyMisses(write, adminId, hash, most)))
          if (refused) {
            await warnOfGuesses(write, caller, refused)
            return refused
          }
          await revealThrottle(adminId)
          await sql`
          insert into look_up (admin_id, value_hash, mask_hash) values (${adminId}, ${hash}, ${mask?.hashes[0] ?? null})
          on conflict (admin_id, value_hash) do update set counted_at = clock_timestamp(), is_miss = true, noted = '{}'`.execute(
            write,
          )
          return null
        })
        .catch((error) => {
          throw error instanceof Problem ? atField(error.words, lookUp, error.details.values) : error
        })
      if (refusal) throw atField(refusal.words, lookUp, refusal.values)
    },

    async end(write, adminId, lookUp, outcome) {
      const whom = outcome?.whom ?? unknown
      // A look-up that found somebody stays found; an answer that does not say leaves a recorded miss as it is.
      const isMiss =
        whom === unknown
          ? sql`${nobody}::text = any (noted)`
          : sql`${whom === nobody} and noted <@ array[${nobody}, ${unknown}]::text[]`
      const { numAffectedRows = 0n } = await sql`
        update look_up set is_miss = ${isMiss}, noted = array_append(noted, ${whom}::text)
        where admin_id = ${adminId} and value_hash = any(${hashesOf(lookUp)}::bytea[]) and ${whom}::text <> all (noted)`.execute(
        write,
      )
      return numAffectedRows > 0n && outcome !== null
    },
  }
}

/** Not for names, devices and addresses: too many unrelated people share one mask. */
function maskOf(vault: Vault, lookUp: LookUp): Mask | null {
  const { kind } = lookUp
  if (kind !== 'phone' && kind !== 'idNumber') return null
  return { ...guesses[kind], hashes: vault.everyFingerprint(`${kind} ${maskLookUp(lookUp)}`, maskPurpose) }
}

interface Mask {
  /** The one of new look-ups first. */
  hashes: Buffer[]
  most: number
  hours: number
}

type LimitWords = 'tooManyReveals' | 'tooManyMisses' | 'tooManyGuesses'

const atField = (
  words: Problem['words'],
  { field }: LookUp,
  values: Record<string, string | number> | undefined,
) =>
  new Problem(codes.tooManyRequests, words, {
    fields: { [field]: 'tooManyLookUps' },
    ...(values && { values }),
  })

/** A look-up that was counted under a key before this one is counted under this one from now on, so that it stays one. */
async function keepOne(db: Db, adminId: string, [hash, ...others]: readonly Buffer[]): Promise<void> {
  if (others.length === 0) return
  await sql`update look_up set value_hash = ${hash} where admin_id = ${adminId} and value_hash = any(${others}::bytea[])`.execute(
    db,
  )
}

async function isCounted(db: Db, adminId: string, hash: Buffer | undefined): Promise<boolean> {
  const { rows } = await sql`select from look_up where admin_id = ${adminId} and value_hash = ${hash}
    and counted_at > clock_timestamp() - ${sameFor}::interval`.execute(db)
  return rows.length > 0
}

interface Refused {
  words: LimitWords
  alarm: Words
  values: { seconds: number; count: number; hours: number }
}

/** Other numbers with this mask. */
async function tooManyGuesses(
  db: Db,
  adminId: string,
  hash: Buffer | undefined,
  mask: Mask,
): Promise<Refused | null> {
  const seconds = await secondsUntilFewer(
    db,
    sql`admin_id = ${adminId} and mask_hash = any(${mask.hashes}::bytea[]) and value_hash <> ${hash}`,
    mask.hours,
    mask.most,
  )
  if (seconds === null) return null
  const values = { seconds, count: mask.most, hours: mask.hours }
  return { words: 'tooManyGuesses', alarm: lookUpWords.tree.alarm.guesses, values }
}

/** Look-ups without an answer yet count too, so that parallel requests cannot exceed the limit. */
async function tooManyMisses(
  db: Db,
  adminId: string,
  hash: Buffer | undefined,
  most: number,
): Promise<Refused | null> {
  const seconds = await secondsUntilFewer(
    db,
    sql`admin_id = ${adminId} and is_miss and value_hash <> ${hash}`,
    1,
    most,
  )
  if (seconds === null) return null
  const values = { seconds, count: most, hours: 1 }
  return { words: 'tooManyMisses', alarm: lookUpWords.tree.alarm.misses, values }
}

/** How long until fewer than `most` of these look-ups are recent enough to count; null if that is so now. */
async function secondsUntilFewer(
  db: Db,
  which: ReturnType<typeof sql>,
  hours: number,
  most: number,
): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(${sql.lit(hours * 3_600)} - extract(epoch from clock_timestamp() - counted_at))::int as seconds
    from look_up where ${which} and counted_at > clock_timestamp() - make_interval(hours => ${sql.lit(hours)})
    order by counted_at desc offset ${most - 1} limit 1`.execute(db)
  return rows[0] ? Math.max(1, rows[0].seconds) : null
}

/** Notifies the super administrators of a caller who seems to guess numbers, at most once an hour. */
export async function warnOfGuesses(
  db: Db,
  { adminId, username }: Caller,
  { alarm, values }: { alarm: Words; values: Record<string, string | number> },
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into look_up_alarm as a (admin_id) values (${adminId})
    on conflict (admin_id) do update set told_at = clock_timestamp()
      where a.told_at < clock_timestamp() - interval '1 hour'`.execute(db)
  if (numAffectedRows === 0n) return
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from admin a join admin_role ar on ar.admin_id = a.id join role r on r.id = ar.role_id
    where a.status = 'enabled' and r.is_super order by a.id`.execute(db)
  const [zh, en] = alarm
  await sendMessage(db, {
    to: rows.map(({ id }) => id),
    kind: 'notice',
    title: lookUpWords.tree.alarm.title,
    content: [fill(zh, { username, ...values }), fill(en, { username, ...values })],
    link: { name: 'AdminAuditLog', query: { username } },
  })
}

/** Deletes a batch of look-ups that no limit counts any more. */
export const forgetLookUps = (most: number) => sql`
  delete from look_up where ctid = any(array(
    select ctid from look_up where counted_at < clock_timestamp() - make_interval(hours => ${sql.lit(guesses.idNumber.hours)}) limit ${most}))`
