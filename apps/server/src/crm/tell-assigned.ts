import { crmNoticeWords } from '@kabao/contract/crm/crm-notice.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { tellSalesmen } from './salesman-messages.ts'

interface Given {
  /** The administrator who gave the leads. */
  by: string
  salesmanId: string
  count: number
  /** The lead, if it is one. */
  leadId?: string
}

/** Tells a salesman of leads that a person gave him, once for all of them; nobody is told of what he gave himself. */
export async function tellGiven(write: Db, { by, salesmanId, count, leadId }: Given): Promise<void> {
  const { rows } = await sql`select from salesman where id = ${salesmanId} and admin_id = ${by}`.execute(
    write,
  )
  if (count === 0 || rows.length > 0) return
  const query: Record<string, string> = leadId === undefined ? { salesmanId } : { open: leadId }
  await tellSalesmen(write, [{ salesmanId, ...crmNoticeWords.tree.given, values: { count }, query }])
}
