import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** Time-based one-time passwords as every authenticator makes them: SHA-1, 6 digits, 30 s. Source: RFC 6238. */
const period = 30
/** Clocks differ, so the code before and the one after are accepted too. */
const window = 1
/** 160 bits. Source: RFC 4226, section 4. */
const secretBytes = 20
const issuer = 'Kabao'

const recoveryCodeCount = 10
/** Without letters and digits that look alike. 32 characters, so 10 of them are 50 bits. */
const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Bound to its account, so that a secret that was moved to another row cannot be decrypted. */
export const secondFactorPurpose = (adminId: string) => `second_factor.secret ${adminId}`
const codePurpose = (adminId: string) => `recovery_code ${adminId}`

/** Begins the setup; no code is required until a first code was right. @returns undefined if a second factor is already on */
export async function beginSecondFactor(
  db: Db,
  vault: Vault,
  { adminId, username }: { adminId: string; username: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = new Secret({ size: secretBytes })
  const { rows } = await sql`
    insert into second_factor as f (admin_id, secret_sealed) values (${adminId}, ${vault.seal(secret.base32, secondFactorPurpose(adminId))})
    on conflict (admin_id) do update set secret_sealed = excluded.secret_sealed, created_at = now()
    where f.confirmed_at is null returning 1`.execute(db)
  if (rows.length === 0) return undefined
  return { secret: secret.base32, uri: new TOTP({ issuer, label: username, secret }).toString() }
}

/** Turns on the second factor whose setup was begun. @returns whether the code was right */
export async function confirmSecondFactor(
  db: Db,
  vault: Vault,
  adminId: string,
  code: string,
): Promise<boolean> {
  const step = await stepOf(db, vault, adminId, code, false)
  if (step === null) return false
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ confirmedAt: sql`now()`, lastStep: String(step) })
    .where('adminId', '=', adminId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces all recovery codes. @returns the new ones, which are shown once */
export async function makeRecoveryCodes(db: Db, vault: Vault, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await db.deleteFrom('recoveryCode').where('adminId', '=', adminId).execute()
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ adminId, codeHash: vault.fingerprint(code, codePurpose(adminId)) })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

const newRecoveryCode = () =>
  [...randomBytes(10)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length]).join('')

/**
 * Uses up a code of an account: no code works twice, even in concurrent requests.
 * @param code six digits or a recovery code, as `secondFactorCode` reads them
 * @returns its kind, or null if it is wrong, used or too old
 */
export async function spendCode(
  db: Db,
  vault: Vault,
  adminId: string,
  code: string,
): Promise<'totp' | 'recovery' | null> {
  if (/^\d{6}$/.test(code)) return (await spendStep(db, vault, adminId, code)) ? 'totp' : null
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: sql`now()` })
    .where('adminId', '=', adminId)
    .where('codeHash', 'in', vault.everyFingerprint(code, codePurpose(adminId)))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'recovery' : null
}

async function spendStep(db: Db, vault: Vault, adminId: string, code: string): Promise<boolean> {
  const step = await stepOf(db, vault, adminId, code, true)
  if (step === null) return false
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: String(step) })
    .where('adminId', '=', adminId)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The time step that the code belongs to; null if it matches no accepted step. */
async function stepOf(db: Db, vault: Vault, adminId: string, code: string, isOn: boolean) {
  const factor = await db
    .selectFrom('secondFactor')
    .select('secretSealed')
    .where('adminId', '=', adminId)
    .where('confirmedAt', isOn ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (!factor) return null
  const secret = Secret.fromBase32(vault.open(factor.secretSealed, secondFactorPurpose(adminId)))
  const timestamp = Date.now()
  const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}

/** Removes an account's second factor and its recovery codes. @returns whether it had one */
export async function removeSecondFactor(db: Db, adminId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secondFactor')
    .where('adminId', '=', adminId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many recovery codes an account has left. */
export async function countRecoveryCodes(db: Db, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('adminId', '=', adminId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
