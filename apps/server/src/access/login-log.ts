import type { LoginReason, LoginResult } from '@kabao/contract/login-log'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Vault } from '../vault.ts'

/** Whose name was typed: an account's, or nobody's, of whose name only the keyed hash is known from here on. */
export type Named = { adminId: string; username: string } | { nameHash: Buffer }

/** What is written in the log of an attempt to sign in. */
export interface LoginEntry {
  named: Named
  reason: LoginReason
  ip: string
  userAgent: string | null
}

const results: Record<LoginReason, LoginResult> = {
  ok: 'succeeded',
  recoveryCode: 'succeeded',
  secondFactorAsked: 'pending',
  wrongPassword: 'failed',
  unknownAccount: 'failed',
  disabled: 'failed',
  locked: 'failed',
  wrongSecondFactor: 'failed',
}

/** The keyed hash under which a name that is nobody's is remembered and found: it may be a password. */
export const hashName = (vault: Vault, typed: string): Buffer =>
  vault.fingerprint(typed.trim().toLowerCase(), 'login_log.name')

/**
 * Writes one attempt to sign in. A failed one is written outside of its transaction, which is rolled back.
 * What was refused without a look at the password is counted by the minute, so that a storm costs no row each.
 */
export async function writeLoginLog(db: Db, { named, reason, ip, userAgent }: LoginEntry): Promise<void> {
  const values = { ...named, reason, result: results[reason], ip, userAgent }
  if (reason !== 'locked') {
    await db.insertInto('loginLog').values(values).execute()
    return
  }
  // Names that are nobody's are as many as a stranger likes: all of a minute and an address are one line.
  const who = 'adminId' in named ? named.adminId : 'nobody'
  await db
    .insertInto('loginLog')
    .values({ ...values, repeatKey: keyOf(`${who} ${ip}`) })
    .onConflict((conflict) =>
      conflict.column('repeatKey').doUpdateSet({ attempts: sql`login_log.attempts + 1` }),
    )
    .execute()
}

/** The same within a minute of the database's clock, by which the line itself is dated: those of instances may differ. */
const keyOf = (text: string) =>
  sql<Buffer>`sha256(convert_to(floor(extract(epoch from statement_timestamp()) / 60)::text || ' ' || ${text}::text, 'UTF8'))`
