import { codes } from '@kabao/contract'
import { type FeedbackAct, type FeedbackDetail, feedback, isPossible } from '@kabao/contract/feedback'
import { restoreMasked } from '@kabao/contract/personal'
import type { Caller } from '#access/caller'
import { ownerOf } from '#access/scope'
import type { Db } from '#db/client'
import type { AuditEntry } from '#http/audit'
import { writtenText } from '#http/audit-values'
import { notFound, Problem, stale } from '#http/problem'
import { serve } from '#http/serve'
import { acting, counting } from '../../batches/request.ts'
import { exporting } from '../../exports/request.ts'
import type { Services } from '../../services.ts'
import { feedbackBatches } from './batch.ts'
import { feedbackExport } from './export.ts'
import { outcomes } from './outcomes.ts'
import * as queries from './queries.ts'
import { showDetail, showRow } from './show.ts'

interface Asked {
  db: Db
  caller: Caller
  audit: (entry: AuditEntry) => void
}

export const feedbackRoutes = (services: Services) => {
  const { settings } = services
  const overdueHours = () => settings.get('feedback.overdueHours')
  const show = async (db: Db, id: string, caller: Caller): Promise<FeedbackDetail> => {
    const row = await queries.find(db, id, ownerOf(caller), overdueHours())
    if (!row) throw notFound()
    return showDetail(row)
  }

  /** One act on one feedback: of two who saw the same version, the second is told what it is now. */
  const act =
    (name: FeedbackAct) =>
    async ({
      db,
      caller,
      audit,
      params: { id },
      body,
    }: Asked & { params: { id: string }; body: { version: number; reply?: string | undefined } }) => {
      const [before] = await queries.lock(db, [id], ownerOf(caller))
      if (!before) throw notFound()
      if (before.version !== body.version) throw stale(await show(db, id, caller))
      // Nobody reads an answer to one whose user was deleted, and it must not say anything about him.
      const isUnread = before.isOfDeleted && body.reply !== undefined
      if (isUnread || !isPossible(name, before.status)) throw new Problem(codes.conflict, 'conflict')
      const { status, handledAt } = outcomes[name]
      // An answer to one that somebody has taken leaves it his.
      const isTakenAlready = name === 'reply' && before.status !== 'pending'
      await queries.update(db, [id], {
        status,
        handledAt,
        updatedBy: caller.adminId,
        ...(!isTakenAlready && { handledBy: caller.adminId }),
        ...(body.reply !== undefined && { reply: restoreMasked(body.reply, before.reply) }),
      })
      audit({
        target: { kind: 'feedback', id },
        before: { status: before.status },
        after: { status, ...(body.reply !== undefined && { reply: writtenText(body.reply) }) },
      })
      return show(db, id, caller)
    }

  /** One act on several: those that allow it are done together, of the others it is said why not. */
  const actOnSeveral =
    (name: FeedbackAct) =>
    async ({ db, caller, audit, body: { ids } }: Asked & { body: { ids: string[] } }) => {
      const found = await queries.lock(db, ids, ownerOf(caller))
      const able = found.filter((row) => isPossible(name, row.status))
      const { status, handledAt } = outcomes[name]
      const { adminId } = caller
      if (able.length > 0) {
        const changes = { status, handledAt, handledBy: adminId, updatedBy: adminId }
        await queries.update(
          db,
          able.map((row) => row.id),
          changes,
        )
      }
      for (const row of able)
        audit({
          target: { kind: 'feedback', id: row.id },
          before: { status: row.status },
          after: { status },
        })
      const statuses = new Map(found.map((row) => [row.id, row.status]))
      const done = new Set(able.map((row) => row.id))
      const skipped = [...new Set(ids)]
        .filter((id) => !done.has(id))
        .map((id) => {
          const present = statuses.get(id) ?? null
          return { id, reason: present ? ('wrongState' as const) : ('notFound' as const), status: present }
        })
      return { done: able.length, skipped }
    }

  return serve(feedback, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfFeedback(db, body, ownerOf(caller), overdueHours())
      return { ...page, records: page.records.map(showRow) }
    },

    export: exporting(services, feedbackExport),

    counts: ({ db, caller }) => queries.count(db, ownerOf(caller), overdueHours()),

    handlers: ({ db, query }) => queries.findHandlers(db, query),

    get: ({ db, params, caller }) => show(db, params.id, caller),

    take: act('take'),
    reply: act('reply'),
    resolve: act('resolve'),
    close: act('close'),
    reopen: act('reopen'),
    takeMany: actOnSeveral('take'),
    resolveMany: actOnSeveral('resolve'),
    closeMany: actOnSeveral('close'),
    takeCount: counting(services, feedbackBatches.take),
    takeMatching: acting(services, feedbackBatches.take),
    resolveCount: counting(services, feedbackBatches.resolve),
    resolveMatching: acting(services, feedbackBatches.resolve),
    closeCount: counting(services, feedbackBatches.close),
    closeMatching: acting(services, feedbackBatches.close),

    reveal: async ({ db, params, caller, audit }) => {
      const row = await queries.find(db, params.id, ownerOf(caller), overdueHours())
      if (!row) throw notFound()
      // The line stands at the person whose data was seen.
      audit({ target: { kind: 'user', id: row.userId }, after: { feedback: row.id } })
      return { content: row.content, contact: row.contact }
    },
  })
}
