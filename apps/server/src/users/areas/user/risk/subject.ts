import type { Db } from '#db/client'
import { idNumberPlace } from '#db/user-filter'
import type { RiskSubject } from '#src/risk/provider'
import type { Vault } from '../../../vault.ts'
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
  const idNumber = user.idNumberSealed && vault.open(user.idNumberSealed, idNumberPlace)
  return { id, phone, name, idNumber, gender, birthday, cityCode, device, ip, createdAt }
}
