import { codes } from '@kabao/contract'
import type { SalesmanLeaveDays } from '@kabao/contract/crm/salesman'
import { type BusinessClock, businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import { restoreMasked } from '@kabao/contract/kernel/personal-text'
import { sql } from 'kysely'
import { invalid, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'

/** How far ahead a leave ends at most, in days. */
const mostDaysAhead = 366

interface Begun {
  salesmanId: string
  /** Null: until he comes back. */
  lastOn: string | null
  deputyId: string
  reason: string
  by: string | null
}

/** Notes a leave that begins now. The salesman is locked. @throws Problem at `lastOn` */
export async function addBegunLeave(write: Db, clock: BusinessClock, leave: Begun): Promise<void> {
  const { salesmanId, lastOn, deputyId, reason, by } = leave
  const firstOn = today(clock)
  if (lastOn !== null) refuseDays({ firstOn, lastOn }, clock)
  await refuseOverlap(write, salesmanId, { firstOn, lastOn }, { field: 'lastOn' })
  await sql`insert into salesman_leave (salesman_id, deputy_id, first_on, last_on, reason, began_at, created_by)
    values (${salesmanId}, ${deputyId}, ${firstOn}, ${lastOn}, ${reason}, now(), ${by})`.execute(write)
}

/** Ends the leave that is under way, if there is one. */
export async function endLeave(write: Db, salesmanId: string): Promise<void> {
  await sql`update salesman_leave set ended_at = now()
    where salesman_id = ${salesmanId} and began_at is not null and ended_at is null`.execute(write)
}

/** Removes the leaves to come of a salesman who leaves. */
export async function dropPlannedLeaves(write: Db, salesmanId: string): Promise<void> {
  await sql`delete from salesman_leave where salesman_id = ${salesmanId} and began_at is null`.execute(write)
}

/** Plans a leave of today or later. The salesman is locked. @throws Problem at a field */
export async function addLeave(
  write: Db,
  clock: BusinessClock,
  { salesmanId, by, ...leave }: SalesmanLeaveDays & { salesmanId: string; by: string },
): Promise<void> {
  await refuseLeave(write, clock, { salesmanId, ...leave })
  const { firstOn, lastOn, deputyId, reason } = leave
  await sql`insert into salesman_leave (salesman_id, deputy_id, first_on, last_on, reason, created_by)
    values (${salesmanId}, ${deputyId}, ${firstOn}, ${lastOn}, ${reason}, ${by})`.execute(write)
}

/** Changes a leave that has not begun. The salesman is locked. @throws Problem at a field, or if it has begun */
export async function changeLeave(
  write: Db,
  clock: BusinessClock,
  { salesmanId, leaveId, ...leave }: SalesmanLeaveDays & { salesmanId: string; leaveId: string },
): Promise<void> {
  const stored = await lockPlanned(write, salesmanId, leaveId)
  await refuseLeave(write, clock, { salesmanId, ...leave }, leaveId)
  const { firstOn, lastOn, deputyId, reason } = leave
  await sql`update salesman_leave set first_on = ${firstOn}, last_on = ${lastOn}, deputy_id = ${deputyId},
    reason = ${restoreMasked(reason, stored.reason)} where id = ${leaveId}`.execute(write)
}

/** Removes a leave that has not begun. The salesman is locked. @throws Problem if it has begun */
export async function cancelLeave(write: Db, salesmanId: string, leaveId: string): Promise<void> {
  await lockPlanned(write, salesmanId, leaveId)
  await sql`delete from salesman_leave where id = ${leaveId}`.execute(write)
}

async function lockPlanned(write: Db, salesmanId: string, leaveId: string): Promise<{ reason: string }> {
  const { rows } = await sql<{ reason: string }>`
    select reason from salesman_leave where id = ${leaveId} and salesman_id = ${salesmanId}
    and began_at is null and ended_at is null for no key update`.execute(write)
  if (!rows[0]) throw new Problem(codes.conflict, 'leaveBegun')
  return rows[0]
}

interface Days {
  firstOn: string
  lastOn: string | null
}

async function refuseLeave(
  write: Db,
  clock: BusinessClock,
  { salesmanId, deputyId, firstOn, lastOn }: SalesmanLeaveDays & { salesmanId: string },
  leaveId: string | null = null,
): Promise<void> {
  if (firstOn < today(clock)) throw invalid({ firstOn: 'pastDay' })
  refuseDays({ firstOn, lastOn }, clock)
  if (deputyId === salesmanId) throw invalid({ deputyId: 'ownDeputy' })
  const { rows } =
    await sql`select from salesman where id = ${deputyId} and status <> 'left' for key share`.execute(write)
  if (rows.length === 0) throw invalid({ deputyId: 'noSuchColleague' })
  await refuseOverlap(write, salesmanId, { firstOn, lastOn }, { field: 'firstOn', leaveId })
}

/** @throws Problem at `lastOn` */
function refuseDays({ firstOn, lastOn }: { firstOn: string; lastOn: string }, clock: BusinessClock): void {
  if (lastOn < firstOn) throw invalid({ lastOn: 'pastDay' })
  if (lastOn > daysAfter(today(clock), mostDaysAhead)) throw invalid({ lastOn: 'leaveTooFar' })
}

/** @param at where the sentence is shown, and the leave that is changed @throws Problem there */
async function refuseOverlap(
  write: Db,
  salesmanId: string,
  { firstOn, lastOn }: Days,
  { field, leaveId = null }: { field: 'firstOn' | 'lastOn'; leaveId?: string | null },
): Promise<void> {
  const { rows } = await sql`
    select from salesman_leave where salesman_id = ${salesmanId} and ended_at is null
      and id is distinct from ${leaveId}::bigint
      and daterange(first_on, last_on, '[]') && daterange(${firstOn}::date, ${lastOn}::date, '[]')`.execute(
    write,
  )
  if (rows.length > 0) throw invalid({ [field]: 'leavesOverlap' })
}

const today = (clock: BusinessClock) => businessDayAt(databaseNow(), clock)
