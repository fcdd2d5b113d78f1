import { codes, fill, type Words } from '@kabao/contract'
import { type LookUp, maskLookUp } from '@kabao/contract/look-up'
import { lookUpWords } from '@kabao/contract/look-up.words'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { sendMessage } from '#db/messages'
import { Problem } from '#http/problem'
import type { Settings } from '#settings/settings'
import type { Vault } from '../vault.ts'
import type { RevealThrottle } from './reveal-throttle.ts'

/** Who looks up. */
interface Caller {
  adminId: string
  username: string
}

/**
 * Counts look-ups by a whole value like reveals: whoever may guess a hidden number as often as he likes needs no reveal.
 * Counted in the database, so all instances count together.
 */
export interface LookUps {
  /**
   * Counts a look-up before it is made. The same value within ten minutes counts once: another page of a list, its refresh
   * and its export are one look-up.
   * @throws Problem 4290 at the field, with the seconds to wait
   */
  begin(caller: Caller, lookUp: LookUp): Promise<void>
  /**
   * Notes what a look-up found, in a transaction of the caller's.
   * @param outcome whom it found, `nobody` where nobody; null where the answer does not say
   * @returns whether that is news since the look-up counted, and so a line of the audit log
   */
  end(write: Db, adminId: string, lookUp: LookUp, outcome: { whom: string } | null): Promise<boolean>
}

/** How long the same value is the same look-up. */
const sameFor = sql.lit('10 minutes')
/**
 * How many numbers may differ in their hidden digits only, and within how many hours. A phone is typed wrong now and then, but
 * not five times a week with the first and the last digits right; four hidden digits take 5,000 tries on average, which are
 * nineteen years. An id number typed wrong fails its check digit; one whose region and year are known leaves 33 to try, which
 * take eleven months.
 */
export const guesses = { phone: { most: 5, hours: 168 }, idNumber: { most: 3, hours: 720 } } as const

/** What is noted of a look-up that found nobody, and of one whose answer does not say. */
export const nobody = 'nobody'
const unknown = 'unknown'

/** Where a value that was looked up, and its mask, are hashed for. */
const valuePlace = 'look_up.value'
const maskPlace = 'look_up.mask'

interface Needed {
  db: Db
  vault: Vault
  settings: Settings
  /** On connections of its own: a look-up holds one of `db` while it counts. */
  revealThrottle: RevealThrottle
}

export function openLookUps({ db, vault, settings, revealThrottle }: Needed): LookUps {
  const hashOf = ({ kind, value }: LookUp) => vault.fingerprint(`${kind} ${value}`, valuePlace)
  return {
    async begin(caller, lookUp) {
      const { adminId } = caller
      const hash = hashOf(lookUp)
      const mask = maskOf(vault, lookUp)
      const refusal = await db
        .transaction()
        .execute(async (write) => {
          // Whoever looks up twice at once is counted one after the other.
          await sql`select pg_advisory_xact_lock(hashtextextended('kabao look-up ' || ${adminId}::text, 0))`.execute(
            write,
          )
          if (await isCounted(write, adminId, hash)) return null
          const most = settings.get('masking.missesPerHour')
          const refused =
            (mask && (await tooManyGuesses(write, adminId, hash, mask))) ||
            (most > 0 && (await tooManyMisses(write, adminId, hash, most)))
          if (refused) {
            await sendAlarm(write, caller, refused)
            return refused
          }
          await revealThrottle(adminId)
          await sql`
          insert into look_up (admin_id, value_hash, mask_hash) values (${adminId}, ${hash}, ${mask?.hash ?? null})
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
      // Found once is found; an answer that says nothing takes no miss back.
      const isMiss =
        whom === unknown
          ? sql`${nobody}::text = any (noted)`
          : sql`${whom === nobody} and noted <@ array[${nobody}, ${unknown}]::text[]`
      const { numAffectedRows = 0n } = await sql`
        update look_up set is_miss = ${isMiss}, noted = array_append(noted, ${whom}::text)
        where admin_id = ${adminId} and value_hash = ${hashOf(lookUp)} and ${whom}::text <> all (noted)`.execute(
        write,
      )
      return numAffectedRows > 0n && outcome !== null
    },
  }
}

/** A mask of a name, a device or an address is shared by too many who have nothing to do with each other. */
function maskOf(vault: Vault, lookUp: LookUp): Mask | null {
  const { kind } = lookUp
  if (kind !== 'phone' && kind !== 'idNumber') return null
  return { ...guesses[kind], hash: vault.fingerprint(`${kind} ${maskLookUp(lookUp)}`, maskPlace) }
}

interface Mask {
  hash: Buffer
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

async function isCounted(db: Db, adminId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from look_up where admin_id = ${adminId} and value_hash = ${hash}
    and counted_at > clock_timestamp() - ${sameFor}::interval`.execute(db)
  return rows.length > 0
}

interface Refused {
  words: LimitWords
  alarm: Words
  values: { seconds: number; count: number; hours: number }
}

/** Numbers with this mask, other than this one. */
async function tooManyGuesses(db: Db, adminId: string, hash: Buffer, mask: Mask): Promise<Refused | null> {
  const seconds = await secondsUntilFewer(
    db,
    sql`admin_id = ${adminId} and mask_hash = ${mask.hash} and value_hash <> ${hash}`,
    mask.hours,
    mask.most,
  )
  if (seconds === null) return null
  const values = { seconds, count: mask.most, hours: mask.hours }
  return { words: 'tooManyGuesses', alarm: lookUpWords.tree.alarm.guesses, values }
}

/** What is not answered yet counts along: many at once cannot be more than one after the other. */
async function tooManyMisses(db: Db, adminId: string, hash: Buffer, most: number): Promise<Refused | null> {
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

/** How long until fewer than `most` of these look-ups are young enough to count; null where it is so now. */
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

/** Tells the super administrators of somebody who seems to guess, once an hour at most. */
async function sendAlarm(db: Db, { adminId, username }: Caller, { alarm, values }: Refused): Promise<void> {
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

/** Removes a batch of look-ups that no limit counts any more. */
export const forgetLookUps = (most: number) => sql`
  delete from look_up where ctid = any(array(
    select ctid from look_up where counted_at < clock_timestamp() - make_interval(hours => ${sql.lit(guesses.idNumber.hours)}) limit ${most}))`
