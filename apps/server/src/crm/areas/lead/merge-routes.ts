import type { lead } from '@kabao/contract/crm/lead'
import type { LeadMergeRow } from '@kabao/contract/crm/lead-merge'
import { sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessDay } from '#platform/settings/business-clock'
import { sightOf } from '../../lead-visibility.ts'
import { mergeLeads } from '../../merge.ts'
import { undoDays } from '../../merge-fields.ts'
import { undoMerge, whatCannotBeUndone } from '../../undo-merge.ts'
import { changeableLead } from './acts.ts'
import { viewChanged } from './view.ts'

/** What was merged into a lead, the newest first. */
async function findMerges(db: Db, leadId: string): Promise<Omit<LeadMergeRow, 'left'>[]> {
  const { rows } = await sql<Omit<LeadMergeRow, 'left'>>`
    select g.id, g.other_id as "otherId", g.created_at as at, a.name as by, g.fields, g.undone_at is not null as "isUndone",
      case when g.undone_at is null and g.keep_after is not null and g.created_at > now() - make_interval(days => ${undoDays})
        then g.created_at + make_interval(days => ${undoDays}) end as "undoUntil"
    from lead_merge g left join admin a on a.id = g.created_by where g.keep_id = ${leadId} order by g.id desc limit 100`.execute(
    db.withoutPlugins(),
  )
  return rows
}

export const mergeRoutes = (
  services: Pick<Services, 'settings'>,
): Pick<Handlers<typeof lead>, 'merge' | 'merges' | 'undoMerge'> => {
  const day = () => businessDay(services.settings)
  return {
    merge: async ({ db, params: { id }, body, caller, audit }) => {
      const sight = await sightOf(db, caller)
      for (const leadId of [id, body.otherId]) await changeableLead(db, sight, leadId)
      const merged = await mergeLeads(db, { keepId: id, ...body, by: caller.adminId, day: day() })
      audit({
        target: { kind: 'lead', id },
        after: { merge: merged.id, other: body.otherId, fields: body.fields },
      })
      return viewChanged(services, db, { caller, id })
    },

    merges: async ({ db, params: { id }, caller }) => {
      await changeableLead(db, await sightOf(db, caller), id)
      const merges = await findMerges(db, id)
      return Promise.all(
        merges.map(async (merge) => ({
          ...merge,
          left: merge.undoUntil === null ? null : await whatCannotBeUndone(db, merge.id),
        })),
      )
    },

    undoMerge: async ({ db, params: { id }, body, caller, audit }) => {
      await changeableLead(db, await sightOf(db, caller), id)
      if (!(await findMerges(db, id)).some((merge) => merge.id === body.mergeId)) throw notFound()
      const left = await undoMerge(db, { mergeId: body.mergeId, by: caller.adminId, day: day() })
      audit({ target: { kind: 'lead', id }, after: { undoneMerge: body.mergeId } })
      return left
    },
  }
}
