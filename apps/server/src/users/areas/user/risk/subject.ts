import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { RiskSubject } from '../../../risk/provider.ts'
import { idNumberPurpose } from '../../../user-filter.ts'
import { find, type Owner } from '../queries.ts'

/** The unmasked person of a report; null if the owner has no such user or the user was deleted. */
export async function findSubject(
  db: Db,
  vault: Vault,
  id: string,
  owner: Owner,
): Promise<RiskSubject | null> {
  const user = await find(db, id, owner)
  if (!user || user.status === 'deleted') return null
  const { phone, name, gender, birthday, cityCode, device, ip, createdAt } = user
  const idNumber = user.idNumberSealed && vault.open(user.idNumberSealed, idNumberPurpose)
  return { id, phone, name, idNumber, gender, birthday, cityCode, device, ip, createdAt }
}
