import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import { networkOf } from '#platform/callers/place'
import type { Db } from '#platform/db/client'

/** How many failures in a row are free, and how long the next attempt waits after that. */
export interface LockoutLimits {
  /** Of one account from one place. */
  failures: number
  /** Of one address over all accounts. */
  addressFailures: number
  firstDelaySeconds: number
  maxDelaySeconds: number
}

/** An attempt to sign in or to confirm with a password or a code. */
export interface Attempt {
  /** The kind of secret that is tried; passwords and codes are counted separately. */
  step: 'password' | 'code' | 'confirm' | 'confirmCode'
  /** The account's id, or a placeholder for a name that has no account. */
  account: string
  adminId: string | null
  ip: string
  /** The name of the known browser it comes from; null if the browser is unknown to the account. */
  device: string | null
  /** Whether the account has signed in from this address before. */
  isKnownAddress: boolean
}

/** An attempt that is counted and may now be checked. */
export interface Counted {
  /** The attempt was right: resets the account's counters at this place, and takes this attempt off the other counters. */
  succeeded(): Promise<void>
}

/** Delays repeated failures, longer each time. Counted in the database, so all instances count together. */
export interface Lockout {
  /** Counts an attempt before it is checked. @throws Problem 4290 with the seconds to wait; nothing is counted then */
  begin(attempt: Attempt): Promise<Counted>
}

/**
 * A known browser has a counter of its own, so strangers cannot lock it out. An attempt from elsewhere counts for the account at
 * this address (narrow limit), for the account and for the address (wide limits). An address that the account has used before is
 * exempt from the account's counter only: if it were exempt from the address's counter too, a locked address would reveal which
 * names have signed in from there. The last free attempt starts the delay. Each failure doubles it up to the longest, and one
 * attempt is free after each delay.
 * @param db connections outside the transaction of the request, because counts must stay if that transaction is rolled back
 */
export function createLockout(db: Db, limits: () => LockoutLimits): Lockout {
  let begun = 0
  return {
    async begin(attempt) {
      const set = limits()
      const counters = countersOf(attempt, set)
      if (begun++ % 100 === 0) await forgetOld(db, set)
      await refuseLocked(db, counters)
      await db.transaction().execute(async (write) => {
        for (const counter of counters) {
          // If the lock ends between the two queries, the attempt is not refused but counted.
          while (!(await count(write, counter, set))) await refuseLocked(write, [counter])
        }
      })
      return { succeeded: () => forget(db, counters) }
    },
  }
}

interface Counter {
  key: string
  /** The account whose clearing deletes the counter; null for the counter of an address. */
  adminId: string | null
  limit: number
  /** Reset by a success; otherwise a success only subtracts one. */
  isOwn: boolean
}

/** How many times higher the limit of an account over all places is. It stays low for codes, which have only a million values. */
const accountFactor = { password: 12, code: 4, confirm: 4, confirmCode: 4 }

/** Widest first: in this order no two attempts deadlock. */
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

/** @returns false if the counter is locked out; its row is locked in the database until the transaction ends either way */
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

/** Seconds without a failure after which a counter expires: longer than the longest delay, or waiting would reset it. */
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

/** Lets an account try again at once, wherever it was locked; the counters of addresses stay. */
export const clearLockout = (db: Db, adminId: string) =>
  db.deleteFrom('lockout').where('adminId', '=', adminId).execute()
