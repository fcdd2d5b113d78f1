import { mostWaiting, type WaitingItem, type WaitingKind } from '@kabao/contract/home'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#access/caller'
import { ownerOf } from '#access/scope'
import type { Db } from '#db/client'
import { channelOfOwner } from '#db/user-filter'
import { countJobs } from '#jobs/pgboss-tables'

export interface Asked {
  db: Db
  caller: Caller
  /** After this many hours, open feedback is overdue. */
  overdueHours: number
  /** The names of all jobs. */
  jobs: readonly string[]
}

/** One kind of waiting items: their number, and the list that shows them. */
export interface Waiting {
  kind: WaitingKind
  /** The permission points and pages that the caller needs; otherwise the kind is not counted. */
  needs: readonly string[]
  link(asked: Asked): WaitingItem['link']
  count(asked: Asked): Promise<number>
}

/** The most rows of a queue that are searched for the caller's own. Like `mostWaiting`, it limits the cost. */
const mostSeen = 10_000

/** @param rows a query with one row for each item */
async function counted(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${sql.lit(mostWaiting)}) counted`.execute(db)
  return found[0]?.count ?? 0
}

/** Open feedback that meets a condition, oldest first; only of the caller's channels if the caller's data scope is `own`. */
function feedback(caller: Caller, queue: RawBuilder<unknown>, condition = sql`true`): RawBuilder<unknown> {
  const own = channelOfOwner(sql`u.channel_id`, ownerOf(caller)).map(
    (channel) => sql`and exists (select from "user" u where u.id = q.user_id and ${channel})`,
  )
  return sql`select from (select t.user_id, t.handled_by from feedback t where ${queue}
    order by t.created_at limit ${sql.lit(mostSeen)}) q where ${condition} ${own[0] ?? sql``}`
}

const feedbackPage = ['feedback:page', 'UserFeedbackList']
const lastDays = 7

export const waitingOf: readonly Waiting[] = [
  {
    kind: 'feedbackOverdue',
    needs: feedbackPage,
    link: () => ({ name: 'UserFeedbackList', query: { overdue: 'true' } }),
    count: ({ db, caller, overdueHours }) =>
      counted(
        db,
        feedback(
          caller,
          sql`t.status in ('pending', 'processing')
            and t.created_at < now() - make_interval(hours => ${sql.lit(overdueHours)})`,
        ),
      ),
  },
  {
    kind: 'feedbackMine',
    needs: feedbackPage,
    link: ({ caller }) => ({
      name: 'UserFeedbackList',
      query: { status: 'processing', handledBy: caller.adminId },
    }),
    count: ({ db, caller }) =>
      counted(db, feedback(caller, sql`t.status = 'processing'`, sql`q.handled_by = ${caller.adminId}`)),
  },
  {
    kind: 'feedbackPending',
    needs: [...feedbackPage, 'feedback:take'],
    link: () => ({ name: 'UserFeedbackList', query: { status: 'pending' } }),
    count: ({ db, caller }) => counted(db, feedback(caller, sql`t.status = 'pending'`)),
  },
  {
    kind: 'importsToConfirm',
    needs: ['blacklist:import', 'UserBlackList'],
    link: () => ({ name: 'UserBlackList', query: { import: 'open' } }),
    count: ({ db, caller }) =>
      counted(
        db,
        sql`select from import_task where created_by = ${caller.adminId} and list = 'blacklist' and status = 'checked'`,
      ),
  },
  {
    kind: 'jobsFailed',
    needs: ['job:page', 'AdminJobList'],
    link: () => ({ name: 'AdminJobList', query: { state: 'failed', createdFrom: startOfFailures() } }),
    count: ({ db, jobs }) =>
      countJobs(db, { names: jobs, state: 'failed', createdFrom: startOfFailures() }, mostWaiting),
  },
  {
    kind: 'exportsReady',
    needs: [],
    link: () => ({ name: 'ExportCenter', query: { status: 'done' } }),
    count: ({ db, caller }) =>
      counted(db, sql`select from export_task where created_by = ${caller.adminId} and status = 'done'`),
  },
]

/** Rounded to the hour, so that the link does not change at each call. */
const startOfFailures = (): string => {
  const hour = 3_600_000
  return new Date(Math.floor(Date.now() / hour) * hour - lastDays * 24 * hour).toISOString()
}
