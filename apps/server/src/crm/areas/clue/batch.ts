import { clue } from '@kabao/contract/crm/clue'
import { type ClueBatchAct, type ClueBatchGiven, clueBatchActs } from '@kabao/contract/crm/clue-batch'
import type { ClueFilters } from '@kabao/contract/crm/clue-row'
import { sql } from 'kysely'
import { writtenText } from '#platform/audit/audit-values'
import type { Asking, EachAct } from '#platform/batches/act'
import { businessDay, endOfToday } from '#platform/settings/business-clock'
import { lockableLeads, sightOf } from '../../lead-visibility.ts'
import { tellGiven } from '../../tell-assigned.ts'
import { type ActOn, assignLead, closeLead, refuseReceiver, releaseLead, transferHeld } from './acts.ts'
import { matching } from './filters.ts'

const sightFor = ({ db, adminId, owner }: Asking) =>
  sightOf(db, { adminId, dataScope: owner === null ? 'all' : 'own' })

const isOpen = sql`t.closed_at is null and not t.is_forgotten`
const isWaiting = sql`t.salesman_id is null and ${isOpen}`
const isHeld = sql`t.salesman_id is not null and ${isOpen}`

/** An act on each lead that matches a filter, as the caller could do it to this lead alone. */
function onEach<A extends ClueBatchAct>(
  act: A,
  { able, run }: { able: EachAct['able']; run: (on: ActOn, given: ClueBatchGiven<A>) => Promise<unknown> },
): EachAct<ClueFilters, ClueBatchGiven<A>> {
  return {
    name: `clue.${act}`,
    point: `clue:${act}Matching`,
    targetKind: 'clue',
    filter: clue.assignMatching.body.shape.filter,
    given: clueBatchActs[act] as unknown as EachAct<ClueFilters, ClueBatchGiven<A>>['given'],
    able,
    async rows(asking, filter) {
      const sight = await sightFor(asking)
      return {
        table: lockableLeads(sight),
        where: matching(sight, filter, endOfToday(asking.settings)),
        isDescending: true,
      }
    },
    async check(asking, given) {
      if ('salesmanId' in given) await refuseReceiver(asking.db, await sightFor(asking), given.salesmanId)
    },
    async tell({ db, adminId: by }, given, count) {
      if ('salesmanId' in given) await tellGiven(db, { by, salesmanId: given.salesmanId, count })
    },
    async doOne(asking, id, given) {
      const { db: write, adminId: by, settings } = asking
      const before = await traceOf(asking, id)
      await run({ write, sight: await sightFor(asking), clueId: id, by, day: businessDay(settings) }, given)
      const reason = given.reason === '' ? {} : { reason: writtenText(given.reason) }
      return { id, before, after: { ...(await traceOf(asking, id)), ...reason } }
    },
  }
}

/** What the audit log keeps of a lead: who holds it, and its stage. */
async function traceOf({ db }: Asking, id: string): Promise<{ salesmanId: string | null; stage: string }> {
  const { rows } = await sql<{ salesmanId: string | null; stage: string }>`
    select salesman_id::text as "salesmanId", stage from clue where id = ${id}`.execute(db.withoutPlugins())
  return rows[0] as (typeof rows)[0]
}

/** The acts on all leads that match a filter, by name. */
export const clueBatches = {
  assign: onEach('assign', { able: isWaiting, run: assignLead }),
  transfer: onEach('transfer', { able: isHeld, run: transferHeld }),
  release: onEach('release', { able: isHeld, run: releaseLead }),
  convert: onEach('convert', { able: isHeld, run: closeLead('converted') }),
  invalidate: onEach('invalidate', { able: isHeld, run: closeLead('invalid') }),
}
