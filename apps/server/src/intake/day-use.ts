import { codes } from '@kabao/contract'
import { daysAfter, startOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { businessClock } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'

export type DayUse = 'register' | 'check' | 'lead' | 'feedback'

/** What a channel asks for on a business day, and the most that it may have. */
export interface Wanted {
  channelId: string
  count: number
  most: number
}

/**
 * Locks the counts of channels until the transaction ends, always in the order of the channels. What another transaction with the
 * same lock has committed is seen from here on.
 * @returns by channel, how many are used
 */
export async function lockUses(
  write: Db,
  { use, day }: { use: DayUse; day: string },
  channelIds: readonly string[],
): Promise<Map<string, number>> {
  if (channelIds.length === 0) return new Map()
  const { rows } = await sql<{ channelId: string; used: number }>`
    insert into open_day_use as t (channel_id, day, use, used, granted)
    select id, ${day}, ${use}, 0, 0 from unnest(${[...new Set(channelIds)]}::bigint[]) g (id) order by id
    on conflict (channel_id, day, use) do update set granted = 0
    returning channel_id as "channelId", used`.execute(write)
  return new Map(rows.map(({ channelId, used }) => [channelId, used]))
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

/** Counts one use for each of `channelIds`, all with the same limit. @returns whether each is granted, in their order */
export async function grantEach(
  write: Db,
  of: { use: DayUse; day: string },
  channelIds: readonly string[],
  most: number,
): Promise<boolean[]> {
  const counts = new Map<string, number>()
  for (const id of channelIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  const wanted = [...counts].map(([channelId, count]) => ({ channelId, count, most }))
  const left = await grantUses(write, of, wanted)
  return channelIds.map((id) => {
    const granted = left.get(id) ?? 0
    left.set(id, granted - 1)
    return granted > 0
  })
}

/** What a channel is about to be told. */
export interface PartnerOutcome<T> {
  channelId: string
  outcome: T | Problem
  /** Whether it says something about a person whom the channel did not bring. */
  isTelling: boolean
}

/**
 * Counts what says something about a person as a check, in the caller's transaction; beyond the limit of the day, the channel is told
 * nothing. It is the last that locks rows of channels, so that batches of different calls never wait for each other.
 */
export async function countTold<T>(
  write: Db,
  settings: Settings,
  day: string,
  all: readonly PartnerOutcome<T>[],
): Promise<(T | Problem)[]> {
  const telling = all.filter(({ isTelling }) => isTelling)
  const granted = await grantEach(
    write,
    { use: 'check', day },
    telling.map(({ channelId }) => channelId),
    settings.get('open.checksPerDay'),
  )
  const untold = new Set(telling.filter((_, nth) => !granted[nth]))
  return all.map((each) => (untold.has(each) ? capReached(settings, day) : each.outcome))
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
