import { fill, type Words } from '@kabao/contract'
import type { MessageLink } from '@kabao/contract/operations/message'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'

export interface Notice {
  /** Who is told: a salesman, if the account is enabled. */
  salesmanId: string
  title: Words
  text: Words
  values: Record<string, string | number>
  /** Which leads it is about. */
  query: Record<string, string>
}

/** Sends messages about leads to salesmen, in the caller's transaction. */
export async function tellSalesmen(write: Db, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const { rows } = await sql<{ id: string; adminId: string }>`
    select s.id::text, s.admin_id::text from salesman s join admin a on a.id = s.admin_id
    where a.status = 'enabled' and s.id = any(${notices.map(({ salesmanId }) => salesmanId)}::bigint[])`.execute(
    write,
  )
  const accounts = new Map(rows.map(({ id, adminId }) => [id, adminId]))
  for (const { salesmanId, title, text, values, query } of notices) {
    const to = accounts.get(salesmanId)
    if (to === undefined) continue
    const filled = ([zh, en]: Words): Words => [fill(zh, values), fill(en, values)]
    const link: MessageLink = { name: 'CrmClue', query }
    await sendMessage(write, {
      to: [to],
      kind: 'todo',
      about: 'leadReminder',
      title: filled(title),
      content: filled(text),
      link,
    })
  }
}

/** How often each id is named, in the order of the first time. */
export function countsOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
