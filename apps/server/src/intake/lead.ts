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
import { capReached, countTold, grantEach, type PartnerOutcome } from './day-use.ts'

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
  const granted = await grantEach(
    write,
    { use: 'lead', day },
    all.map(({ partner }) => partner.key.owner.id),
    settings.get('open.leadsPerDay'),
  )
  const blocked = await matchBlacklistForMany(
    write,
    vault,
    all.map(({ body: { phone } }) => ({ phone, idNumber: null, device: null, ip: null })),
  )
  const poolId = await publicPool(write)
  const told = new Map<NewLead, PartnerOutcome<Answer>>()
  const tell = (lead: NewLead, outcome: Answer | Problem, isTelling: boolean) =>
    told.set(lead, { channelId: lead.partner.key.owner.id, outcome, isTelling })
  const taken: NewLead[] = []
  for (const [nth, lead] of all.entries())
    if (!granted[nth]) tell(lead, capReached(settings, day), false)
    else if ((blocked[nth]?.size ?? 0) > 0) tell(lead, new Problem(codes.forbidden, 'onBlacklist'), true)
    else taken.push(lead)
  // All batches add leads in the same order, so that two of them never wait for each other.
  for (const lead of taken.toSorted((a, b) => (a.body.phone < b.body.phone ? -1 : 1))) {
    const { phone, name, cityCode, remark } = lead.body
    const channelId = lead.partner.key.owner.id
    const arrived = await arrive(write, {
      phone,
      channelId,
      source: 'open',
      by: null,
      poolId,
      ...(name !== undefined && { name }),
      ...(cityCode !== undefined && { cityCode }),
      ...(remark !== undefined && { remark }),
    })
    const isOwn = arrived.isNew || arrived.channelId === channelId
    tell(lead, { id: isOwn ? arrived.id : null, isNew: arrived.isNew }, !isOwn)
  }
  const outcomes = all.map((lead) => told.get(lead) as PartnerOutcome<Answer>)
  return countTold(write, settings, day, outcomes)
}
