import type { LoginReason, LoginResult } from '@kabao/contract/access/login-log'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** The account whose name was typed, or, if no account has the name, the name as a keyed hash only. */
export type Named = { adminId: string; username: string } | { nameHash: Buffer }

/** The log entry of an attempt to sign in. */
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
  sso: 'succeeded',
  ssoFactorAsked: 'pending',
  ssoRefused: 'failed',
  passwordOff: 'failed',
}

const namePurpose = 'login_log.name'
const plainName = (typed: string) => typed.trim().toLowerCase()

/** The keyed hash under which a name without an account is stored; such a name may be a mistyped password. */
export const hashName = (vault: Vault, typed: string): Buffer =>
  vault.fingerprint(plainName(typed), namePurpose)

/** Every keyed hash under which a name may be stored. */
export const hashesOfName = (vault: Vault, typed: string): Buffer[] =>
  vault.everyFingerprint(plainName(typed), namePurpose)

/**
 * Writes the log entry of one attempt to sign in. A failed attempt is written outside its transaction, which is rolled back.
 * Attempts refused before the password check are counted per minute in one row, so that a flood does not add a row each.
 */
export async function writeLoginLog(db: Db, { named, reason, ip, userAgent }: LoginEntry): Promise<void> {
  const values = { ...named, reason, result: results[reason], ip, userAgent }
  if (reason !== 'locked') {
    await db.insertInto('loginLog').values(values).execute()
    return
  }
  // Strangers can send any number of unknown names, so all of one minute and one address share one row.
  const who = 'adminId' in named ? named.adminId : 'nobody'
  await db.transaction().execute(async (write) => {
    // Of several attempts at once, each but the first waits here until the row of the first is there.
    const { rows } = await sql<{ id: string; attempts: number }>`
      insert into login_repeat as r (key, login_id) values (${keyOf(`${who} ${ip}`)}, time_id())
      on conflict (key) do update set attempts = r.attempts + 1
      returning login_id as id, attempts`.execute(write.withoutPlugins())
    const { id, attempts } = rows[0] as { id: string; attempts: number }
    if (attempts === 1)
      await write
        .insertInto('loginLog')
        .values({ ...values, id })
        .execute()
    else await write.updateTable('loginLog').set({ attempts }).where('id', '=', id).execute()
  })
}

/** Deletes what only the attempts of one minute need. */
export const removeRepeats = (most: number) =>
  sql`delete from login_repeat where key in (
    select key from login_repeat where login_id < time_id_at(now() - interval '1 hour') limit ${most})`

/** Within the same minute of the database's clock, which also dates the row; the clocks of instances may differ. */
const keyOf = (text: string) =>
  sql<Buffer>`sha256(convert_to(floor(extract(epoch from statement_timestamp()) / 60)::text || ' ' || ${text}::text, 'UTF8'))`
