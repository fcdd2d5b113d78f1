import { codes } from '@kabao/contract'
import { daysAfter, startOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { businessClock } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'

export type DayUse = 'register' | 'check'

/** What a channel asks for on a business day, and the most that it may have. */
export interface Wanted {
  channelId: string
  count: number
  most: number
}

/**
 * Locks the counts of channels until the transaction ends, always in the order of the channels. What another transaction with the
 * same lock has committed is seen from here on.
 */
export async function lockUses(
  write: Db,
  { use, day }: { use: DayUse; day: string },
  channelIds: readonly string[],
): Promise<void> {
  if (channelIds.length === 0) return
  await sql`
    insert into open_day_use as t (channel_id, day, use, used, granted)
    select id, ${day}, ${use}, 0, 0 from unnest(${[...new Set(channelIds)]}::bigint[]) g (id) order by id
    on conflict (channel_id, day, use) do update set granted = 0`.execute(write)
}

/**
 * Counts uses of channels on a business day, each channel by one conditional update. The rows stay locked until the transaction
 * ends, always in the order of the channels.
 * @returns by channel, how many of those asked for are granted
 */
export async function grantUses(
  write: Db,
  { use, day }: { use: DayUse; day: string },
  wanted: readonly Wanted[],
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ channelId: string; granted: number }>`
    insert into open_day_use as t (channel_id, day, use, used, granted)
    select g.channel_id, ${day}, ${use}, least(g.count, g.most), least(g.count, g.most)
    from unnest(${wanted.map(({ channelId }) => channelId)}::bigint[], ${wanted.map(({ count }) => count)}::int[],
      ${wanted.map(({ most }) => most)}::int[]) g (channel_id, count, most) order by g.channel_id
    on conflict (channel_id, day, use) do update set
      used = t.used + greatest(0, least(excluded.granted, ${mostOf(wanted)} - t.used)),
      granted = greatest(0, least(excluded.granted, ${mostOf(wanted)} - t.used))
    returning channel_id as "channelId", granted`.execute(write)
  return new Map(rows.map(({ channelId, granted }) => [channelId, granted]))
}

/** The limit of the channel `t`. */
const mostOf = (wanted: readonly Wanted[]) =>
  sql`(case t.channel_id ${sql.join(
    wanted.map(({ channelId, most }) => sql`when ${channelId}::bigint then ${most}::int`),
    sql` `,
  )} end)`

/** Gives back what was granted and not used. */
export async function giveBackUses(
  write: Db,
  { use, day }: { use: DayUse; day: string },
  unused: ReadonlyMap<string, number>,
): Promise<void> {
  const given = [...unused].filter(([, count]) => count > 0)
  if (given.length === 0) return
  await sql`
    update open_day_use t set used = t.used - g.count
    from unnest(${given.map(([channelId]) => channelId)}::bigint[], ${given.map(([, count]) => count)}::int[]) g (channel_id, count)
    where t.channel_id = g.channel_id and t.day = ${day} and t.use = ${use}`.execute(write)
}

/** The refusal beyond a limit of the day, with the instant at which it opens again. */
export function capReached(settings: Settings, day: string): Problem {
  const opensAt = new Date(startOfDay(daysAfter(day, 1), businessClock(settings))).toISOString()
  return new Problem(codes.tooManyRequests, 'dailyCapReached', { values: { opensAt } })
}
