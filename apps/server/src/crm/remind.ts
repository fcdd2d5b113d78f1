import { crmNoticeWords } from '@kabao/contract/crm/crm-notice.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Notice, tellSalesmen } from './salesman-messages.ts'

/** About how many leads one run reminds of at most. */
const most = 20_000

/** Reminds salesmen of the follow-ups that are due, once for each date. Several at once are one message. @returns how many */
export const remindDue = (db: Db): Promise<number> =>
  db.transaction().execute(async (write) => {
    const isDue = sql`c.next_follow_at <= now() and c.reminded_at is null`
    const { rows } = await sql<{ id: string; salesmanId: string | null }>`
      with due as (select c.id from lead c where ${isDue} order by c.next_follow_at, c.id limit ${most}),
      locked as (
        select c.id from lead c where c.id in (select id from due) and ${isDue} order by c.id for no key update skip locked
      )
      update lead c set reminded_at = now() from locked l where c.id = l.id
      returning c.id::text, case when c.closed_at is null then c.salesman_id::text end as salesman_id`.execute(
      write,
    )
    const bySalesman = new Map<string, string[]>()
    for (const { id, salesmanId } of rows)
      if (salesmanId !== null) bySalesman.set(salesmanId, [...(bySalesman.get(salesmanId) ?? []), id])
    await tellSalesmen(
      write,
      [...bySalesman].map(([salesmanId, ids]) => noticeOf(salesmanId, ids)),
    )
    return rows.length
  })

function noticeOf(salesmanId: string, ids: readonly string[]): Notice {
  const [first] = ids
  if (ids.length === 1 && first !== undefined)
    return { salesmanId, ...crmNoticeWords.tree.remind, values: {}, query: { open: first } }
  return {
    salesmanId,
    ...crmNoticeWords.tree.remindMany,
    values: { count: ids.length },
    query: { salesmanId, due: 'overdue' },
  }
}
