import { codes } from '@kabao/contract'
import type { ReportName } from '@kabao/contract/kernel/report-names'
import { mostWatched } from '@kabao/contract/statistics/report-alert'
import { sql } from 'kysely'
import { forbidden, invalid, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Holder } from './holders.ts'

export const holds = ({ isSuper, points }: Caller, point: string): boolean => isSuper || points.has(point)

/** @throws Problem if the caller may not do this with the report */
export function assertMay(caller: Caller, report: ReportName, action: 'page' | 'export'): void {
  if (!holds(caller, `${report}:${action}`)) throw forbidden()
}

/** Refuses recipients who may not receive it. @param kept those who are stored already */
export function refuseStrangers(
  recipients: readonly string[],
  allowed: readonly Holder[],
  kept: readonly string[] = [],
): void {
  const known = new Set([...allowed.map(({ id }) => id), ...kept])
  if (recipients.some((id) => !known.has(id))) throw invalid({ recipients: 'notRecipient' })
}

/**
 * Refuses one more row of an administrator who has as many as allowed. Requests of one administrator are serialised from here to the
 * end of their transactions.
 */
export async function refuseTooMany(
  write: Db,
  table: 'report_alert' | 'report_schedule',
  adminId: string,
): Promise<void> {
  await sql`select from admin where id = ${adminId} for no key update`.execute(write)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where owner_id = ${adminId}`.execute(write)
  if ((rows[0]?.count ?? 0) < mostWatched) return
  throw new Problem(codes.invalid, 'invalid', {
    fields: { name: 'tooManyWatched' },
    values: { max: mostWatched },
  })
}
