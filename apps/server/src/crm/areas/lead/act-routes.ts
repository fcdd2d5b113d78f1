import type { lead } from '@kabao/contract/crm/lead'
import { writtenText } from '#platform/audit/audit-values'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Call, Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessDay } from '#platform/settings/business-clock'
import { protect, setStage } from '../../follow-up.ts'
import { type Sight, sightOf } from '../../lead-visibility.ts'
import { findLead } from '../../stored-lead.ts'
import { tellGiven } from '../../tell-assigned.ts'
import {
  type ActOn,
  assignLead,
  claimLead,
  closeLead,
  followUpLead,
  releaseLead,
  transferHeld,
  transferLead,
  workedLead,
} from './acts.ts'
import { doSeveral } from './several.ts'
import { viewChanged } from './view.ts'

type Acts = (typeof lead)[
  | 'claim'
  | 'assign'
  | 'transfer'
  | 'release'
  | 'protect'
  | 'followUp'
  | 'setStage'
  | 'convert'
  | 'invalidate']
type Several = (typeof lead)[
  | 'claimMany'
  | 'assignMany'
  | 'transferMany'
  | 'releaseMany'
  | 'convertMany'
  | 'invalidateMany']

/** What the audit log keeps of a lead: who holds it, and its stage. */
const traceOf = async ({ write, sight, leadId }: Pick<ActOn, 'write' | 'sight' | 'leadId'>) => {
  const lead = await findLead(write, sight, leadId)
  return lead && { salesmanId: lead.salesmanId, stage: lead.stage }
}

/** An act that gives a lead to a salesman, who is told of it. */
const told =
  <B extends { salesmanId: string }>(act: (on: ActOn, body: B) => Promise<void>) =>
  async (on: ActOn, body: B): Promise<void> => {
    await act(on, body)
    await tellGiven(on.write, { ...body, by: on.by, count: 1, leadId: on.leadId })
  }

export const actRoutes = (services: Pick<Services, 'settings'>) => {
  const onOf = (write: Db, sight: Sight, caller: Caller, leadId: string): ActOn => ({
    write,
    sight,
    leadId,
    by: caller.adminId,
    day: businessDay(services.settings),
  })

  /** Does an act on one lead, and tells the audit log what it did. */
  const one =
    <E extends Acts>(act: (on: ActOn, body: Call<E>['body']) => Promise<unknown>) =>
    async ({ db, params, body, caller, audit }: Call<E>) => {
      const sight = await sightOf(db, caller as Caller)
      const { id } = params as { id: string }
      const on = onOf(db, sight, caller as Caller, id)
      const before = await traceOf(on)
      await act(on, body)
      const shown = await viewChanged(services, db, { caller: caller as Caller, id })
      const { reason } = body as { reason?: string }
      audit({
        target: { kind: 'lead', id },
        ...(before && { before }),
        after: {
          salesmanId: shown.salesmanId,
          stage: shown.stage,
          ...(reason !== undefined && { reason: writtenText(reason) }),
        },
      })
      return shown
    }

  const several =
    <E extends Several>(act: (on: ActOn, body: Call<E>['body']) => Promise<unknown>) =>
    async ({ db, body, caller, language, audit }: Call<E>) => {
      const answer = await doSeveral({
        db,
        ids: body.ids,
        language,
        audit,
        act: async (write, id) => {
          const on = onOf(write, await sightOf(write, caller as Caller), caller as Caller, id)
          const before = await traceOf(on)
          await act(on, body)
          const { salesmanId, stage } = await viewChanged(services, write, { caller: caller as Caller, id })
          return { target: { kind: 'lead', id }, ...(before && { before }), after: { salesmanId, stage } }
        },
      })
      return async (write: Db) => {
        const by = (caller as Caller).adminId
        if ('salesmanId' in body)
          await tellGiven(write, { by, salesmanId: body.salesmanId, count: answer.done })
        return answer
      }
    }

  return {
    claim: one<(typeof lead)['claim']>((on) => claimLead(on)),
    assign: one<(typeof lead)['assign']>(told(assignLead)),
    transfer: one<(typeof lead)['transfer']>(told(transferLead)),
    release: one<(typeof lead)['release']>(releaseLead),
    protect: one<(typeof lead)['protect']>(async (on, { reason }) => {
      const { salesmanId } = await workedLead(on)
      return protect(on.write, { ...on, salesmanId, reason })
    }),
    followUp: one<(typeof lead)['followUp']>(followUpLead),
    setStage: one<(typeof lead)['setStage']>(async (on, { stage }) => {
      const { salesmanId } = await workedLead(on)
      return setStage(on.write, { ...on, salesmanId, stage })
    }),
    convert: one<(typeof lead)['convert']>(closeLead('converted')),
    invalidate: one<(typeof lead)['invalidate']>(closeLead('invalid')),
    claimMany: several<(typeof lead)['claimMany']>((on) => claimLead(on)),
    assignMany: several<(typeof lead)['assignMany']>(assignLead),
    releaseMany: several<(typeof lead)['releaseMany']>(releaseLead),
    transferMany: several<(typeof lead)['transferMany']>(transferHeld),
    convertMany: several<(typeof lead)['convertMany']>(closeLead('converted')),
    invalidateMany: several<(typeof lead)['invalidateMany']>(closeLead('invalid')),
  } satisfies Partial<Handlers<typeof lead>>
}
