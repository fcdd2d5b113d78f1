import { hash } from 'node:crypto'
import type pg from 'pg'
import { timeIdOf } from '#platform/db/partitions'
import type { Cell } from './copy.ts'
import type { Days } from './days.ts'
import type { Person } from './people.ts'
import type { Sent } from './pushes.ts'
import { openLowIds } from './transfers.ts'
import type { Visit } from './visits.ts'

export const factColumns = [
  'id',
  'ref_id',
  'user_id',
  'channel_id',
  'org_id',
  'plan_id',
  'day',
  'came',
  'city_code',
  'kind',
  'flow',
]
export const factDeltaColumns = [
  ...['day', 'came', 'hour', 'channel_id', 'org_id', 'plan_id', 'product_id', 'n', 'fen', 'fee_fen'],
  ...['city_code', 'kind', 'flow'],
]
export const activeColumns = ['day', 'user_id']
export const visitorColumns = ['day', 'hour', 'visitor', 'channel_id', 'product_id', 'city_code', 'flow']

/** Where the rows of the statistics go. */
export interface FactSink {
  fact: { add(row: readonly Cell[]): void }
  fact_delta: { add(row: readonly Cell[]): void }
  active_user: { add(row: readonly Cell[]): void }
  visitor_delta: { add(row: readonly Cell[]): void }
}

/** A person with what the facts about it are taken from. */
export interface FactSource {
  made: Person
  userId: number
  channelId: string
  pushes: readonly Sent[]
  visits: readonly Visit[]
}

/** At most so many facts follow from a person: of the person four, and of each push three. */
const mostEach = 16
/** Answers that are facts. */
const answers: ReadonlySet<string> = new Set(['accepted', 'rejected', 'duplicate', 'failed'])

/**
 * Makes the rows of the statistics that the triggers of "user", `match_run`, `push_record`, `visit` and `fact` would make of the rows of
 * a person, so that nothing has to be looked up again.
 * @param people how many people it is called for at most
 */
export async function openFacts(
  client: pg.PoolClient,
  days: Days,
  { people, channels }: { people: number; channels: readonly string[] },
): Promise<(sink: FactSink, source: FactSource) => void> {
  const lowId = await openLowIds(client, people * mostEach)
  const flowAt = await readFlows(client, channels)
  return (sink, { made, userId, channelId, pushes, visits }) => {
    const city = Number(made.cityCode)
    const cameOn = days.dayOf(made.createdAt)
    const add = (kind: string, wanted: number, refId: Cell, plan?: { id: string; orgId: string }) => {
      const at = Math.min(wanted, days.now)
      const day = days.dayOf(at)
      let came = cameOn
      if (came > day) came = day
      const orgId = plan?.orgId ?? 0
      const planId = plan?.id ?? 0
      const id = timeIdOf(at, Number(lowId()))
      sink.fact.add([id, refId, userId, channelId, orgId, planId, day, came, city, kind, made.flow])
      sink.fact_delta.add([
        ...[day, came, days.hourOf(at), channelId, orgId, planId, 0, 1, 0, 0],
        ...[city, kind, made.flow],
      ])
      return day
    }
    const active = (day: string, at: number) => {
      sink.active_user.add([day, userId])
      add('active', at, userId)
    }
    const registered = add('registration', made.createdAt, userId)
    active(registered, made.createdAt)
    if (made.profiledAt !== null) {
      const profiled = add('profile', made.profiledAt, userId)
      if (profiled !== registered) active(profiled, made.profiledAt)
    }
    for (const { id, runAt, push, plan, stage, status } of pushes) {
      if (runAt !== null) add('match', runAt, userId, plan)
      if (stage === 'check' || stage === 'consent') continue
      add('push', push.requestAt, id, plan)
      if (answers.has(status)) add(status, push.respondedAt ?? push.requestAt, id, plan)
    }
    addVisits(sink, visits, { channelId, city, days, flowAt })
  }
}

/** Counts the visits of a person's browser and of those beside it by hour, and the visitors of each day. */
function addVisits(
  sink: FactSink,
  visits: readonly Visit[],
  {
    channelId,
    city,
    days,
    flowAt,
  }: { channelId: string; city: number; days: Days; flowAt: (channelId: string, at: number) => string },
): void {
  const counted = new Map<string, { cells: readonly [string, string, string]; at: number; n: number }>()
  const seen = new Map<string, { day: string; hour: string; visitor: string; flow: string }>()
  for (const { at, visitor } of visits) {
    const day = days.dayOf(at)
    const hour = days.anyHourOf(at)
    const flow = flowAt(channelId, at)
    const key = `${day} ${hour} ${flow}`
    const same = counted.get(key)
    if (same) same.n++
    else counted.set(key, { cells: [day, hour, flow], at, n: 1 })
    const ofDay = `${day} ${visitor} ${flow}`
    const first = seen.get(ofDay)
    if (!first || hour < first.hour) seen.set(ofDay, { day, hour, visitor, flow })
  }
  for (const { cells, at, n } of counted.values()) {
    const [day, , flow] = cells
    sink.fact_delta.add([day, day, days.hourOf(at), channelId, 0, 0, 0, n, 0, 0, city, 'visit', flow])
  }
  for (const { day, hour, visitor, flow } of seen.values())
    sink.visitor_delta.add([day, hour, hash('md5', `${channelId} ${visitor}`), channelId, 0, city, flow])
}

/** The flow of each channel at an instant. */
async function readFlows(
  client: pg.PoolClient,
  channels: readonly string[],
): Promise<(channelId: string, at: number) => string> {
  const { rows } = await client.query<{ channelId: string; from: number | null; flow: string }>(
    `select channel_id as "channelId", case when isfinite(from_at) then extract(epoch from from_at)::float8 * 1000 end as "from", flow
     from channel_flow where channel_id = any($1::bigint[]) order by from_at desc`,
    [channels],
  )
  const flows = new Map(channels.map((id) => [id, rows.filter(({ channelId }) => channelId === id)]))
  return (channelId, at) => flows.get(channelId)?.find(({ from }) => from === null || from <= at)?.flow ?? ''
}
