import { pushPlanMachine } from '@kabao/contract/engine/push-plan-machine'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { serviceAct } from '#platform/machines/change'
import type { AnyEntity } from '#platform/machines/entity'
import type { Engine } from '../engine.ts'
import { type Room, roomsOf } from '../plans/room.ts'
import { type Audience, ofAudience } from './audience.ts'
import { readProgress } from './progress.ts'
import { nextBegin, placesAt, type Schedule } from './schedule.ts'

/** Over how many users one look reads on in the audience. */
const walkedAtOnce = 20_000
/** The most people of a push plan in the pipeline who are not pushed yet. */
const mostSent = 1_000
/** How often somebody who is on the way for another reason is tried again, a minute apart, before the person is left out. */
const mostTries = 10
/** When a push plan is looked at again, in milliseconds: while it sends, and while nobody can be sent. */
const sendingMs = 400
const holdingMs = 2_000

interface DuePushPlan extends Schedule, Audience {
  id: string
  status: 'scheduled' | 'running'
  planId: string
  flow: string
  perMinute: number
  cap: number | null
  createdBy: string | null
  walkedTo: string
  walkUntil: string | null
  /** In milliseconds since 1970, as `now`. */
  pacedAt: number | null
  now: number
}

/**
 * Looks at the push plan that has been due longest, in one transaction that locks its row; so only one instance runs it at a time,
 * and what a killed one had not finished was not done. All progress is in rows.
 * @returns its id; null if none is due
 */
export const lookAtNext = (engine: Engine): Promise<string | null> =>
  engine.db.transaction().execute(async (write) => {
    const due = await lockDue(write)
    if (!due) return null
    if (due.status === 'scheduled') await begin(engine, write, due)
    else await goOn(engine, write, due)
    return due.id
  })

async function lockDue(write: Db): Promise<DuePushPlan | undefined> {
  const { rows } = await sql<DuePushPlan>`
    select t.id, t.status, t.plan_id as "planId", p.flow, t.schedule, t.at, left(t.daily_at::text, 5) as "dailyAt",
      t.per_minute as "perMinute", t.cap, t.created_by as "createdBy", t.channel_id as "channelId", t.city_code as "cityCode",
      t.registered_from as "registeredFrom", t.registered_to as "registeredTo", t.user_statuses as "userStatuses",
      t.risk_levels as "riskLevels", t.sources, t.walked_to as "walkedTo", t.walk_until as "walkUntil",
      extract(epoch from t.paced_at)::float8 * 1000 as "pacedAt", extract(epoch from now())::float8 * 1000 as now
    from push_plan t join plan p on p.id = t.plan_id
    where t.status in ('scheduled', 'running') and t.due_at <= now()
    order by t.due_at limit 1 for no key update of t skip locked`.execute(write.withoutPlugins())
  return rows[0]
}

/** The rows of push plans, for what the service itself does to them. */
const entity = { machine: pushPlanMachine, table: 'pushPlan', ofOwner: () => [] } as unknown as AnyEntity

/** Begins to send, if it is time. Who registers from now on does not belong to the audience of this run. */
async function begin({ clock }: Engine, write: Db, due: DuePushPlan): Promise<void> {
  const { rows } = await sql<{ isRead: boolean }>`
    select due_at > '-infinity' as "isRead" from push_plan where id = ${due.id}`.execute(
    write.withoutPlugins(),
  )
  const beginsAt = rows[0]?.isRead ? due.now : nextBegin(due, due.now, clock())
  if (beginsAt > due.now) return lookAgain(write, due.id, beginsAt)
  await serviceAct(write, entity, 'begin', [due.id])
  await sql`update push_plan set started_at = coalesce(started_at, now()), walked_to = 0,
      walk_until = (select coalesce(max(id), 0) from "user"), paced_at = now(), holds = null, due_at = now()
    where id = ${due.id}`.execute(write)
}

/** Reads on in the audience, and hands over as many people as the speed, the cap and the plan allow. */
async function goOn(engine: Engine, write: Db, due: DuePushPlan): Promise<void> {
  const isRead = await walk(write, due)
  const { waiting, sent, pushed } = await readProgress(write, due.id)
  const left = due.cap === null ? Number.POSITIVE_INFINITY : due.cap - pushed - sent
  const isOver = sent === 0 && ((isRead && waiting === 0) || (left <= 0 && pushed > 0))
  if (isOver) return end(engine, write, due, { isLast: left <= 0 })
  // In the other flows people agree by themselves, however the push plan came to run.
  if (due.flow !== 'full') return hold(write, due, 'flow')
  const room = (await roomsOf(engine, [due.planId])).get(due.planId) as Room
  if (room.kind === 'ended') {
    if (sent === 0) return end(engine, write, due, { isLast: true })
    return hold(write, due, 'status')
  }
  if (room.kind === 'holds') return hold(write, due, room.reason, isRead)
  await send(write, due, Math.min(left, waiting, mostSent - sent, room.places - sent), isRead)
}

/**
 * Reads the next users of the audience into the people of the push plan. Whom an earlier run of it did not push is tried again; who
 * was pushed by it never is.
 * @returns whether the whole audience is read
 */
async function walk(write: Db, { id, walkedTo, walkUntil, ...due }: DuePushPlan): Promise<boolean> {
  if (walkUntil === null) return true
  const { rows } = await sql<{ id: string }>`
    select id from "user" where id > ${walkedTo} and id <= ${walkUntil} order by id offset ${walkedAtOnce - 1} limit 1`.execute(
    write,
  )
  const to = rows[0]?.id ?? walkUntil
  const conditions = ofAudience(due, due.flow, await scopeOf(write, due.createdBy))
  await sql`
    insert into push_target (push_plan_id, user_id)
    select ${id}::bigint, t.id from "user" t
    where t.id > ${walkedTo} and t.id <= ${to} and ${sql.join(conditions, sql` and `)} order by t.id
    on conflict (push_plan_id, user_id) do update set state = 'waiting', reason = null, tries = 0, due_at = now()
      where push_target.state = 'unfit'`.execute(write)
  const isRead = to === walkUntil
  await sql`update push_plan set walked_to = ${to}, walk_until = ${isRead ? null : walkUntil} where id = ${id}`.execute(
    write,
  )
  return isRead
}

/** Whose channels bound the audience: those of the administrator who added the push plan, if that is the data scope; null: all. */
async function scopeOf(db: Db, adminId: string | null): Promise<string | null> {
  if (adminId === null) return null
  const { rows } = await sql<{ seesAll: boolean | null }>`
    select bool_or(r.is_super or r.data_scope = 'all') as "seesAll" from admin_role a join role r on r.id = a.role_id
    where a.admin_id = ${adminId}`.execute(db.withoutPlugins())
  return rows[0]?.seesAll ? null : adminId
}

/** Hands people over to the pipeline. Who is on the way already is tried again a minute later, and left out after several times. */
async function send(write: Db, due: DuePushPlan, most: number, isRead: boolean): Promise<void> {
  const { places, from, intervalMs } = placesAt(due, due.now)
  const count = Math.max(0, Math.min(places, most))
  const sent = count === 0 ? 0 : await handOver(write, due, count, Math.min(intervalMs, sendingMs / count))
  const pacedAt = Math.max(from, due.pacedAt ?? from) + sent * intervalMs
  await sql`update push_plan set paced_at = to_timestamp(${pacedAt / 1_000}::float8), holds = null where id = ${due.id}`.execute(
    write,
  )
  await lookAgain(write, due.id, isRead ? due.now + sendingMs : due.now)
}

/**
 * @param everyMs from one person to the next, so that the pipeline has work evenly instead of all of it after each look
 * @returns how many people went into the pipeline
 */
async function handOver(
  write: Db,
  { id, planId }: DuePushPlan,
  most: number,
  everyMs: number,
): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    with chosen as materialized (
      select user_id from push_target where push_plan_id = ${id} and state = 'waiting' and due_at <= now()
      order by due_at, user_id limit ${most} for update
    ), stepped as (
      insert into due_step (user_id, kind, state, due_at)
      select user_id, 'match', jsonb_build_object('pushPlanId', ${id}::text, 'onlyPlanId', ${planId}::text),
        now() + (row_number() over (order by user_id) - 1) * ${everyMs}::float8 * interval '1 millisecond'
      from chosen order by user_id on conflict (user_id) do nothing returning user_id
    ), moved as (
      update push_target t set tries = case when s.user_id is null then t.tries + 1 else 0 end,
        state = case when s.user_id is not null then 'sent' when t.tries + 1 >= ${mostTries} then 'unfit' else 'waiting' end,
        reason = case when s.user_id is null and t.tries + 1 >= ${mostTries} then 'onTheWay' end,
        due_at = case when s.user_id is null then now() + interval '1 minute' else t.due_at end
      from chosen c left join stepped s on s.user_id = c.user_id
      where t.push_plan_id = ${id} and t.user_id = c.user_id returning t.state
    )
    select count(*) filter (where state = 'sent')::int as sent from moved`.execute(write)
  return rows[0]?.sent ?? 0
}

/** Nobody can be sent now. */
async function hold(
  write: Db,
  { id, now }: DuePushPlan,
  reason: (Room & { kind: 'holds' })['reason'],
  isRead = true,
): Promise<void> {
  await sql`update push_plan set holds = ${reason} where id = ${id}`.execute(write)
  await lookAgain(write, id, isRead ? now + holdingMs : now)
}

/** Everybody was sent: one that sends every day goes on the next day, unless its cap is reached or its plan has ended. */
async function end(
  { clock }: Engine,
  write: Db,
  due: DuePushPlan,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const isDaily = due.schedule === 'daily' && !isLast
  await serviceAct(write, entity, isDaily ? 'rest' : 'finish', [due.id])
  await sql`update push_plan set walk_until = null, holds = null, ended_at = now() where id = ${due.id}`.execute(
    write,
  )
  // The same minute of today does not begin again.
  if (isDaily) await lookAgain(write, due.id, nextBegin(due, due.now + 60_000, clock()))
}

const lookAgain = async (write: Db, id: string, at: number): Promise<void> => {
  await sql`update push_plan set due_at = to_timestamp(${at / 1_000}::float8) where id = ${id}`.execute(write)
}
