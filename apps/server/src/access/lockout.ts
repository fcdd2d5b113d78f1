import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'
import { networkOf } from './place.ts'

/** How many failures in a row are free, and how long the next attempt waits after that. */
export interface LockoutLimits {
  /** Of one account from one place. */
  failures: number
  /** Of one address over all accounts. */
  addressFailures: number
  firstDelaySeconds: number
  maxDelaySeconds: number
}

/** An attempt to prove who one is. */
export interface Attempt {
  /** What is tried: passwords and codes are counted apart. */
  step: 'password' | 'code' | 'confirm' | 'confirmCode'
  /** The account, or what stands for a name that is nobody's. */
  account: string
  adminId: string | null
  ip: string
  /** The known browser it comes from, by its name; null where it is unknown to the account. */
  device: string | null
  /** Whether the account has signed in from this address before. */
  isKnownAddress: boolean
}

/** An attempt that was counted, and may be tried now. */
export interface Counted {
  /** It was right: what was counted of this account at this place is forgotten, and elsewhere it was no failure. */
  succeeded(): Promise<void>
}

/** Makes who guesses wait, longer each time. Counted in the database, so all instances count together. */
export interface Lockout {
  /** Counts an attempt before it is tried. @throws Problem 4290 with the seconds to wait; nothing is counted then */
  begin(attempt: Attempt): Promise<Counted>
}

/**
 * A known browser is counted alone, and no stranger can lock it out. From elsewhere an attempt counts for the account at
 * this address (tightly), for the account and for the address (widely). An address that the account has used before is spared
 * the second of these only: were it spared the third, a locked address would tell the names that have signed in from there.
 * The last free attempt already starts the delay: it doubles with each failure up to the longest, and one attempt is
 * free after each.
 * @param db on connections of their own: what is counted must stay where a transaction is rolled back
 */
export function openLockout(db: Db, limits: () => LockoutLimits): Lockout {
  let begun = 0
  return {
    async begin(attempt) {
      const set = limits()
      const counters = countersOf(attempt, set)
      if (begun++ % 100 === 0) await forgetOld(db, set)
      await refuseLocked(db, counters)
      await db.transaction().execute(async (write) => {
        for (const counter of counters) {
          // A lock that ends between the two looks is none: then it is counted after all.
          while (!(await count(write, counter, set))) await refuseLocked(write, [counter])
        }
      })
      return { succeeded: () => forget(db, counters) }
    },
  }
}

interface Counter {
  key: string
  /** The account it is cleared with; none where it speaks of an address. */
  adminId: string | null
  limit: number
  /** Forgotten by a success, rather than one less. */
  isOwn: boolean
}

/** How much wider the counters of an account over all places are. A code has a million values only. */
const accountFactor = { password: 12, code: 4, confirm: 4, confirmCode: 4 }

/** In an order in which no two attempts wait for each other: the widest first. */
function countersOf(
  { step, account, adminId, ip, device, isKnownAddress }: Attempt,
  limits: LockoutLimits,
): Counter[] {
  const { failures, addressFailures } = limits
  const place = device ?? networkOf(ip)
  const own = { key: `${step} ${account} @ ${place}`, adminId, limit: failures, isOwn: true }
  if (device !== null) return [own]
  const address = {
    key: `address ${networkOf(ip)}`,
    adminId: null,
    limit: addressFailures,
    isOwn: false,
  }
  if (isKnownAddress) return [address, own]
  return [
    address,
    { key: `${step} ${account}`, adminId, limit: failures * accountFactor[step], isOwn: false },
    own,
  ]
}

/** @returns false where the counter is locked; the row is, in either case, until the transaction ends */
async function count(db: Db, { key, adminId, limit }: Counter, limits: LockoutLimits): Promise<boolean> {
  const { rows } = await sql`
    insert into lockout as l (key, admin_id, failures, locked_until, last_at)
    values (${key}, ${adminId}, 1, ${lockAfter(sql`1`, limit, limits)}, clock_timestamp())
    on conflict (key) do update set
      failures = ${nextFailures(limits)},
      locked_until = ${lockAfter(nextFailures(limits), limit, limits)},
      last_at = clock_timestamp()
    where l.locked_until is null or l.locked_until <= clock_timestamp()
    returning 1`.execute(db)
  return rows.length > 0
}

const nextFailures = (limits: LockoutLimits) =>
  sql`case when l.last_at < clock_timestamp() - make_interval(secs => ${forgottenAfter(limits)}) then 1 else l.failures + 1 end`

const lockAfter = (failures: ReturnType<typeof sql>, limit: number, limits: LockoutLimits) =>
  sql`case when ${failures} >= ${limit}::int then clock_timestamp() + make_interval(secs =>
    least(${limits.maxDelaySeconds}::float8, ${limits.firstDelaySeconds}::float8 * power(2, least(${failures} - ${limit}::int, 30)))) end`

/** Seconds without a failure after which none is remembered: longer than the longest delay, or waiting would undo it. */
const forgottenAfter = ({ maxDelaySeconds }: LockoutLimits) => Math.max(900, maxDelaySeconds * 2)

async function refuseLocked(db: Db, counters: readonly Counter[]): Promise<void> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(locked_until) - clock_timestamp()))::int as seconds from lockout
    where key = any(${counters.map(({ key }) => key)}) and locked_until > clock_timestamp()`.execute(db)
  const seconds = rows[0]?.seconds ?? null
  if (seconds !== null) throw new Problem(codes.tooManyRequests, 'tooManyRequests', { values: { seconds } })
}

async function forget(db: Db, counters: readonly Counter[]): Promise<void> {
  for (const { key, limit, isOwn } of counters) {
    if (isOwn) await db.deleteFrom('lockout').where('key', '=', key).execute()
    else {
      await sql`update lockout set failures = greatest(failures - 1, 0),
        locked_until = case when failures - 1 < ${limit}::int then null else locked_until end
        where key = ${key}`.execute(db)
    }
  }
}

const forgetOld = (db: Db, limits: LockoutLimits) =>
  sql`delete from lockout where last_at < now() - make_interval(secs => ${forgottenAfter(limits)})`.execute(
    db,
  )

/** Lets an account try again at once, wherever it was locked; what an address has done to other accounts stays. */
export const clearLockout = (db: Db, adminId: string) =>
  db.deleteFrom('lockout').where('adminId', '=', adminId).execute()
