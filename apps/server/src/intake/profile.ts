import type { BodyOf } from '@kabao/contract'
import { profileShape } from '@kabao/contract/intake/fields'
import type { userCalls } from '@kabao/contract/intake/user'
import { birthdayOf } from '@kabao/contract/kernel/personal'
import { sql } from 'kysely'
import { addStep } from '#engine'
import { invalid, notFound } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { calendarDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { idNumberPurpose } from '#users'

type Profile = Omit<BodyOf<typeof userCalls.profile>, 'cityCode'>
type ProfileField = keyof typeof profileShape

/** The fields without which a profile is not complete. */
export const requiredFields = (Object.keys(profileShape) as ProfileField[]).filter(
  (name) => name !== 'occupation',
)

/** @throws Problem at the field whose day of birth is still to come, by the calendar day in the business zone */
export function refuseLaterBirth(settings: Settings, { birthday, idNumber }: Profile): void {
  if (birthday === undefined && idNumber === undefined) return
  const today = calendarDay(settings)
  if (birthday !== undefined && birthday > today) throw invalid({ birthday: 'birthday' })
  if (idNumber !== undefined && (birthdayOf(idNumber) ?? '') > today) throw invalid({ idNumber: 'idNumber' })
}

/** The columns of the fields that were sent. */
export function columnsOfProfile(vault: Vault, { idNumber, ...fields }: Profile) {
  const sent = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as typeof fields
  const columns = {
    ...sent,
    ...(idNumber !== undefined && {
      idNumberSealed: vault.seal(idNumber, idNumberPurpose),
      idNumberHash: vault.fingerprint(idNumber, idNumberPurpose),
    }),
    // The birthday is a part of the id number.
    ...(idNumber !== undefined && fields.birthday === undefined && { birthday: birthdayOf(idNumber) }),
  }
  return { columns, isComplete: missingIn({ ...columns, idNumber: idNumber ?? null }).length === 0 }
}

const missingIn = (values: { [K in ProfileField]?: unknown }): ProfileField[] =>
  requiredFields.filter((name) => (values[name] ?? null) === null)

/**
 * Changes the sent fields of a user of a channel, in the caller's transaction. A complete profile goes on to the pipeline.
 * @returns the fields that are still missing
 * @throws Problem 4040 if the channel has no such user
 */
export async function completeProfile(
  write: Db,
  vault: Vault,
  { userId, channelId, body }: { userId: string; channelId: string; body: BodyOf<typeof userCalls.profile> },
): Promise<ProfileField[]> {
  const { cityCode, ...profile } = body
  const stored = await write
    .selectFrom('user')
    .select([
      'name',
      'idNumberSealed as idNumber',
      'gender',
      'birthday',
      'incomeBand',
      'creditBand',
      'house',
      'car',
      'socialInsurance',
      'housingFund',
      'occupation',
      'status',
      'profiledAt',
      'source',
    ])
    .where('id', '=', userId)
    .where('channelId', '=', channelId)
    .where('status', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!stored) throw notFound()
  const { columns } = columnsOfProfile(vault, profile)
  const now = { ...stored, ...columns, ...(profile.idNumber !== undefined && { idNumber: profile.idNumber }) }
  const missing = missingIn(now)
  const isNowComplete = missing.length === 0 && stored.profiledAt === null
  await write
    .updateTable('user')
    .set({
      ...columns,
      ...(cityCode !== undefined && { cityCode }),
      ...(isNowComplete && { profiledAt: sql<string>`now()` }),
      ...(isNowComplete && stored.status === 'registered' && { status: 'profiled' as const }),
      lastActiveAt: sql<string>`now()`,
      updatedAt: sql<string>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', userId)
    .execute()
  // Whom no channel brought, only a push plan sends on.
  if (isNowComplete && stored.source !== 'import') await addStep(write, [{ userId, kind: 'screen' }])
  return missing
}
