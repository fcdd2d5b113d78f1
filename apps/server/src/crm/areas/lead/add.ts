import { codes } from '@kabao/contract'
import type { lead } from '@kabao/contract/crm/lead'
import { invalid, Problem } from '#platform/base/problem'
import type { Call } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessDay } from '#platform/settings/business-clock'
import { arrive } from '../../arrive.ts'
import { claim } from '../../claim-and-assign.ts'
import { sightOf } from '../../lead-visibility.ts'

/** Adds a lead by hand, and gives it to the caller if he asks for it. A lead that there is already stays where it is. */
export const addLead =
  ({ settings }: Pick<Services, 'settings'>) =>
  async ({ db, body, caller, audit }: Call<(typeof lead)['create']>) => {
    const sight = await sightOf(db, caller)
    const { claim: takes, ...given } = body
    const isPoolSeen = sight.scope.kind === 'all' || sight.pools.some(({ id }) => id === given.poolId)
    if (!isPoolSeen) throw invalid({ poolId: 'choice' })
    if (takes && sight.meId === null) throw new Problem(codes.conflict, 'noSalesman')
    const by = caller.adminId
    const { id, isNew } = await arrive(db, { ...given, source: 'manual', by })
    const salesmanId = takes && isNew ? sight.meId : null
    if (salesmanId !== null) await claim(db, { leadId: id, salesmanId, by, day: businessDay(settings) })
    audit({ target: { kind: 'lead', id }, after: { isNew, poolId: given.poolId, salesmanId } })
    return { id, isNew }
  }
