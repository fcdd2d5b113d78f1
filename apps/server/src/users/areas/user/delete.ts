import type { UserStatus } from '@kabao/contract/users/user'
import type { Db } from '#platform/db/client'
import { askForSweep } from '#platform/files/files'
import type { Vault } from '#platform/keys/vault'
import { forgetMentions } from '../../forget-person.ts'
import { idNumberPurpose } from '../../user-filter.ts'
import { lockForDeletion, markDeleted, type Owner } from './queries.ts'

/**
 * Deletes users for good, in the caller's transaction: their personal data, texts about them, and mentions of them elsewhere
 * (decision 005). Their rows stay with id, counters and pushes.
 * @returns the deleted users with their former status, without those that did not exist, are not the owner's or were deleted before
 */
export async function deletePersons(
  db: Db,
  vault: Vault,
  ids: readonly string[],
  { adminId, owner }: { adminId: string; owner: Owner },
): Promise<{ id: string; status: UserStatus }[]> {
  const people = await lockForDeletion(db, ids, owner)
  if (people.length === 0) return []
  await markDeleted(
    db,
    people.map(({ id }) => id),
    adminId,
  )
  await forgetMentions(
    db,
    vault,
    people.map(({ idNumberSealed, ...person }) => ({ ...person, idNumber: opened(vault, idNumberSealed) })),
  )
  await askForSweep(db)
  return people.map(({ id, status }) => ({ id, status }))
}

/** An id number that cannot be decrypted any more must not prevent the deletion. */
function opened(vault: Vault, sealed: Buffer | null): string | null {
  if (sealed === null) return null
  try {
    return vault.open(sealed, idNumberPurpose)
  } catch {
    return null
  }
}
