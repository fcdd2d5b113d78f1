import { type AnswerOf, type BodyOf, codes } from '@kabao/contract'
import type { leadCalls } from '@kabao/contract/intake/lead'
import { arrive, publicPool } from '#crm'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { matchBlacklistForMany } from '#users'

/**
 * Takes a lead of a channel into the public pool, in the caller's transaction.
 * @throws Problem if the phone is on the blacklist
 */
export async function takeLead(
  write: Db,
  vault: Vault,
  { phone, channelId, name, cityCode, remark }: BodyOf<typeof leadCalls.lead> & { channelId: string },
): Promise<AnswerOf<typeof leadCalls.lead>> {
  const [found] = await matchBlacklistForMany(write, vault, [
    { phone, idNumber: null, device: null, ip: null },
  ])
  if (found && found.size > 0) throw new Problem(codes.forbidden, 'onBlacklist')
  return arrive(write, {
    phone,
    channelId,
    source: 'open',
    by: null,
    poolId: await publicPool(write),
    ...(name !== undefined && { name }),
    ...(cityCode !== undefined && { cityCode }),
    ...(remark !== undefined && { remark }),
  })
}
