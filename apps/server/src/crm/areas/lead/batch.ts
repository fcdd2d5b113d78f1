import { lead } from '@kabao/contract/crm/lead'
import { type LeadBatchAct, type LeadBatchGiven, leadBatchActs } from '@kabao/contract/crm/lead-batch'
import type { LeadFilters } from '@kabao/contract/crm/lead-row'
import { sql } from 'kysely'
import { writtenText } from '#platform/audit/audit-values'
import type { ActContext, EachAct } from '#platform/batches/act'
import { businessDay, endOfToday } from '#platform/settings/business-clock'
import { lockableLeads, sightOf } from '../../lead-visibility.ts'
import { tellGiven } from '../../tell-assigned.ts'
import { type ActOn, assignLead, closeLead, refuseReceiver, releaseLead, transferHeld } from './acts.ts'
import { matching } from './filters.ts'

const sightFor = ({ db, adminId, owner }: ActContext) =>
  sightOf(db, { adminId, dataScope: owner === null ? 'all' : 'own' })

const isOpen = sql`t.closed_at is null and not t.is_forgotten`
const isWaiting = sql`t.salesman_id is null and ${isOpen}`
const isHeld = sql`t.salesman_id is not null and ${isOpen}`

/** An act on each lead that matches a filter, as the caller could do it to this lead alone. */
function onEach<A extends LeadBatchAct>(
  act: A,
  { able, run }: { able: EachAct['able']; run: (on: ActOn, given: LeadBatchGiven<A>) => Promise<unknown> },
): EachAct<LeadFilters, LeadBatchGiven<A>> {
  return {
    name: `lead.${act}`,
    point: `lead:${act}Matching`,
    targetKind: 'lead',
    filter: lead.assignMatching.body.shape.filter,
    given: leadBatchActs[act] as unknown as EachAct<LeadFilters, LeadBatchGiven<A>>['given'],
    able,
    async rows(context, filter) {
      const sight = await sightFor(context)
      return {
        table: lockableLeads(sight),
        where: matching(sight, filter, endOfToday(context.settings)),
        isDescending: true,
      }
    },
    async check(context, given) {
      if ('salesmanId' in given) await refuseReceiver(context.db, await sightFor(context), given.salesmanId)
    },
    async tell({ db, adminId: by }, given, count) {
      if ('salesmanId' in given) await tellGiven(db, { by, salesmanId: given.salesmanId, count })
    },
    async doOne(context, id, given) {
      const { db: write, adminId: by, settings } = context
      const before = await traceOf(context, id)
      await run({ write, sight: await sightFor(context), leadId: id, by, day: businessDay(settings) }, given)
      const reason = given.reason === '' ? {} : { reason: writtenText(given.reason) }
      return { id, before, after: { ...(await traceOf(context, id)), ...reason } }
    },
  }
}

/** What the audit log keeps of a lead: who holds it, and its stage. */
async function traceOf(
  { db }: ActContext,
  id: string,
): Promise<{ salesmanId: string | null; stage: string }> {
  const { rows } = await sql<{ salesmanId: string | null; stage: string }>`
    select salesman_id::text as "salesmanId", stage from lead where id = ${id}`.execute(db.withoutPlugins())
  return rows[0] as (typeof rows)[0]
}

/** The acts on all leads that match a filter, by name. */
export const leadBatches = {
  assign: onEach('assign', { able: isWaiting, run: assignLead }),
  transfer: onEach('transfer', { able: isHeld, run: transferHeld }),
  release: onEach('release', { able: isHeld, run: releaseLead }),
  convert: onEach('convert', { able: isHeld, run: closeLead('converted') }),
  invalidate: onEach('invalidate', { able: isHeld, run: closeLead('invalid') }),
}
