import { type AnswerOf, type BodyOf, codes } from '@kabao/contract'
import type { leadCalls } from '@kabao/contract/intake/lead'
import { arrive, publicPool } from '#crm'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { matchBlacklistForMany } from '#users'
import type { Partner } from './caller.ts'
import { capReached, countTold, grantEach, type Telling } from './day-use.ts'

/** A lead of a channel. */
export interface NewLead {
  partner: Partner
  body: BodyOf<typeof leadCalls.lead>
}
type Answer = AnswerOf<typeof leadCalls.lead>

/**
 * Takes leads of channels into the public pool, in the caller's transaction. Each call counts against the channel's limit of the day,
 * whatever becomes of it. The id of a lead that did not come from the channel is not told.
 * @returns the outcome of each, in their order
 */
export async function takeLeads(
  write: Db,
  { vault, settings }: { vault: Vault; settings: Settings },
  all: readonly NewLead[],
): Promise<(Answer | Problem)[]> {
  const day = businessDay(settings)
  const channelIds = all.map(({ partner }) => partner.key.owner.id)
  const granted = await grantEach(write, { use: 'lead', day }, channelIds, settings.get('open.leadsPerDay'))
  const blocked = await matchBlacklistForMany(
    write,
    vault,
    all.map(({ body: { phone } }) => ({ phone, idNumber: null, device: null, ip: null })),
  )
  const poolId = await publicPool(write)
  const outcomes: Telling<Answer>[] = all.map((_, nth) => {
    const channelId = channelIds[nth] as string
    if (!granted[nth]) return { channelId, outcome: capReached(settings, day), isTelling: false }
    return { channelId, outcome: new Problem(codes.forbidden, 'onBlacklist'), isTelling: true }
  })
  // All batches add leads in the same order, so that two of them never wait for each other.
  const taken = [...all.keys()]
    .filter((nth) => granted[nth] && (blocked[nth]?.size ?? 0) === 0)
    .sort((a, b) => ((all[a] as NewLead).body.phone < (all[b] as NewLead).body.phone ? -1 : 1))
  for (const nth of taken) {
    const { phone, name, cityCode, remark } = (all[nth] as NewLead).body
    const told = outcomes[nth] as Telling<Answer>
    const arrived = await arrive(write, {
      phone,
      channelId: told.channelId,
      source: 'open',
      by: null,
      poolId,
      ...(name !== undefined && { name }),
      ...(cityCode !== undefined && { cityCode }),
      ...(remark !== undefined && { remark }),
    })
    const isOwn = arrived.isNew || arrived.channelId === told.channelId
    told.outcome = { id: isOwn ? arrived.id : null, isNew: arrived.isNew }
    told.isTelling = !isOwn
  }
  return countTold(write, settings, day, outcomes)
}
