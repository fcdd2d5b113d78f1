import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Services } from '#platform/services'
import { businessDay, endOfToday } from '#platform/settings/business-clock'
import { everything, type Sight, sightOf } from '../../lead-visibility.ts'
import { showDetail } from '../../show.ts'
import { findLead, hiddenFieldsOf } from '../../stored-lead.ts'
import { revealsLeft, type Who } from './reveal.ts'

/** The caller\u2019s limit of reveals, for the business day of now. */
export const revealRule = (
  { settings }: Pick<Services, 'settings'>,
  { adminId }: Pick<Caller, 'adminId'>,
): Who => ({
  adminId,
  day: businessDay(settings),
  most: settings.get('crm.revealsPerDay'),
  opensAt: endOfToday(settings),
})

/** A lead as the details show it. @throws Problem 4040 if it is not in sight */
export async function viewLead(
  services: Pick<Services, 'settings'>,
  db: Db,
  { caller, sight, id }: { caller: Caller; sight: Sight; id: string },
): Promise<LeadDetail> {
  const lead = await findLead(db, sight, id)
  if (!lead) throw notFound()
  return showDetail(lead, sight, await revealsLeft(db, revealRule(services, caller)))
}

/**
 * A lead after an act of the caller\u2019s. If he sees it no more, there is nothing that he can do, and what its pool hides stays hidden:
 * he may have given away a lead that he never held.
 */
export async function viewChanged(
  services: Pick<Services, 'settings'>,
  db: Db,
  { caller, id }: { caller: Caller; id: string },
): Promise<LeadDetail> {
  const sight = await sightOf(db, caller)
  const seen = await findLead(db, sight, id)
  const lead = seen ?? (await findLead(db, everything, id))
  if (!lead) throw notFound()
  const left = await revealsLeft(db, revealRule(services, caller))
  if (seen) return showDetail(seen, sight, left)
  const hidden = await hiddenFieldsOf(db, lead.poolId)
  return {
    ...showDetail({ ...lead, hidden }, sight, left),
    can: { claim: false, work: false, assign: false },
  }
}
