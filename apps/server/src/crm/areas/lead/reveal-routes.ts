import { codes } from '@kabao/contract'
import type { lead } from '@kabao/contract/crm/lead'
import { writtenText } from '#platform/audit/audit-values'
import { notFound, Problem } from '#platform/base/problem'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { sightOf } from '../../lead-visibility.ts'
import { findLead } from '../../stored-lead.ts'
import { noteReveal, wasRevealed } from './reveal.ts'
import { revealRule } from './view.ts'

/** The phone of one lead at a time, with its reason, in the audit log under the person whose data was shown. */
export const revealRoutes = (
  services: Pick<Services, 'settings'>,
): Pick<Handlers<typeof lead>, 'reveal' | 'copy'> => ({
  reveal: async ({ db, params, body, caller, audit }) => {
    const lead = await findLead(db, await sightOf(db, caller), params.id)
    if (!lead) throw notFound()
    if (lead.hidden.includes('phone')) throw new Problem(codes.conflict, 'hiddenUntilClaimed')
    const left = await noteReveal(db, revealRule(services, caller), { leadId: lead.id, reason: body.reason })
    const target = lead.userId === null ? { kind: 'lead', id: lead.id } : { kind: 'user', id: lead.userId }
    audit({ target, after: { lead: lead.id, reason: writtenText(body.reason) } })
    return { phone: lead.phone, name: lead.hidden.includes('name') ? null : lead.name, left }
  },

  copy: async ({ db, params, caller, audit }) => {
    const lead = await findLead(db, await sightOf(db, caller), params.id)
    if (!lead) throw notFound()
    if (!(await wasRevealed(db, lead.id, caller.adminId))) throw new Problem(codes.conflict, 'revealFirst')
    audit({ target: { kind: 'lead', id: lead.id } })
    return null
  },
})
