import { hash } from 'node:crypto'
import type pg from 'pg'
import { timeIdOf } from '#platform/db/partitions'
import { type Cell, copyRows } from './copy.ts'
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
  'fen',
]
export const factDeltaColumns = [
  ...['day', 'came', 'hour', 'channel_id', 'org_id', 'plan_id', 'product_id', 'n', 'fen', 'fee_fen'],
  ...['city_code', 'kind', 'flow'],
]
export const activeColumns = ['day', 'user_id']
export const matchedColumns = ['user_id']
export const visitorColumns = ['day', 'hour', 'visitor', 'channel_id', 'product_id', 'city_code', 'flow']

interface Sink {
  add(row: readonly Cell[]): void
}
/** Where the facts go, and what they add to the figures. */
export interface FactSink {
  fact: Sink
  fact_delta: Sink
}
/** The same, and where the active and matched users and the visitors of a day go. */
export interface PersonSink extends FactSink {
  active_user: Sink
  matched_user: Sink
  visitor_delta: Sink
}

/** A person with what the facts about it are taken from. */
export interface FactSource {
  made: Person
  userId: number
  channelId: string
  pushes: readonly Sent[]
  visits: readonly Visit[]
}

/** What is charged for a push, or owed for a push or a registration. */
export interface MoneyFact {
  kind: 'charge' | 'cost'
  at: number
  /** The business day; left out: that of the instant. */
  day?: string
  refId: string
  fen: number
  about: FactsOfPerson
}

/** What a fact about money takes from its person and push, as the database has it. */
export interface FactsOfPerson {
  userId: string
  /** When the person registered, in milliseconds since 1970. */
  cameAt: number
  channelId: string
  cityCode: string
  flow: string
  /** Of the push; null: there is none. */
  orgId: string | null
  planId: string | null
}

/** At most so many facts follow from a person: of the person five, and of each push five. */
const mostEach = 24
/** Answers that are facts. */
const answers: ReadonlySet<string> = new Set(['accepted', 'rejected', 'duplicate', 'failed'])

/** Makes the rows of the statistics that triggers would make, so that nothing has to be looked up again. */
export interface Facts {
  /** As the triggers of "user", `match_run`, `push_record`, `visit` and `fact`. */
  addPerson(sink: PersonSink, source: FactSource): void
  /** As the triggers of `transfer` and `fact`, and as `note_gathered_costs`. */
  addMoney(sink: FactSink, fact: MoneyFact): void
}

/** @param people how many people there are facts about at most */
export async function openFacts(
  client: pg.PoolClient,
  days: Days,
  { people, channels }: { people: number; channels: readonly string[] },
): Promise<Facts> {
  const lowId = await openLowIds(client, people * mostEach)
  const flowAt = await readFlows(client, channels)
  /** @returns the day of the fact */
  const add = (sink: FactSink, { at: wanted, cameOn, ...fact }: NewFact): string => {
    const at = Math.min(wanted, days.now)
    const day = fact.day ?? days.dayOf(at)
    let came = cameOn
    if (came > day) came = day
    const { refId, userId, channelId, orgId, planId, city, kind, flow, fen } = fact
    const id = timeIdOf(at, Number(lowId()))
    sink.fact.add([id, refId, userId, channelId, orgId, planId, day, came, city, kind, flow, fen])
    sink.fact_delta.add([
      ...[day, came, days.hourOf(at), channelId, orgId, planId, 0, 1, fen, 0],
      ...[city, kind, flow],
    ])
    return day
  }
  return {
    addPerson(sink, { made, userId, channelId, pushes, visits }) {
      const city = Number(made.cityCode)
      const cameOn = days.dayOf(made.createdAt)
      const note = (kind: string, at: number, refId: Cell = userId, plan = noPlan) =>
        add(sink, {
          kind,
          at,
          refId,
          userId,
          channelId,
          city,
          cameOn,
          orgId: plan.orgId,
          planId: plan.id,
          flow: made.flow,
          fen: 0,
        })
      const noteActive = (day: string, at: number) => {
        sink.active_user.add([day, userId])
        note('active', at)
      }
      const registered = note('registration', made.createdAt)
      noteActive(registered, made.createdAt)
      if (made.profiledAt !== null) {
        const profiled = note('profile', made.profiledAt)
        if (profiled !== registered) noteActive(profiled, made.profiledAt)
      }
      let isMatched = false
      for (const { id, runAt, push, plan, stage, status } of pushes) {
        if (runAt !== null) {
          note('match', runAt, userId, plan)
          if (!isMatched) {
            sink.matched_user.add([userId])
            note('matched', runAt, userId, plan)
          }
          isMatched = true
        }
        if (stage === 'check' || stage === 'consent') continue
        note('push', push.requestAt, id, plan)
        if (answers.has(status)) note(status, push.respondedAt ?? push.requestAt, id, plan)
      }
      addVisits(sink, visits, { channelId, city, days, flowAt })
    },
    addMoney(sink, { kind, at, day, refId, fen, about }) {
      const { userId, cameAt, channelId, cityCode, flow, orgId, planId } = about
      add(sink, {
        kind,
        at,
        day,
        refId,
        userId,
        channelId,
        city: Number(cityCode),
        cameOn: days.dayOf(cameAt),
        orgId: orgId ?? 0,
        planId: planId ?? 0,
        flow,
        fen,
      })
    },
  }
}

const noPlan: { id: Cell; orgId: Cell } = { id: 0, orgId: 0 }

interface NewFact {
  kind: string
  at: number
  day?: string | undefined
  refId: Cell
  userId: Cell
  channelId: string
  orgId: Cell
  planId: Cell
  city: number
  /** The business day of the registration. */
  cameOn: string
  flow: string
  fen: number
}

/** Counts the visits of a person's browser and of those beside it by hour, and the visitors of each day. */
function addVisits(
  sink: PersonSink,
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

/** The columns of `FactsOfPerson`, of a push `p` of a user `u`, and of a user alone. */
const cameAt = `(extract(epoch from u.created_at) * 1000)::float8 as "cameAt"`
export const ofPush = `u.id as "userId", ${cameAt}, p.channel_id as "channelId", p.city_code as "cityCode", p.flow, p.org_id as "orgId",
  p.plan_id as "planId"`
export const ofUser = `u.id as "userId", ${cameAt}, u.channel_id as "channelId", u.city_code as "cityCode", u.flow,
  null::bigint as "orgId", null::bigint as "planId"`

/** Rows of facts about money, which are stored at once. */
export function openMoneyRows() {
  const rows = { fact: [] as (readonly Cell[])[], fact_delta: [] as (readonly Cell[])[] }
  return {
    fact: { add: (row: readonly Cell[]) => void rows.fact.push(row) },
    fact_delta: { add: (row: readonly Cell[]) => void rows.fact_delta.push(row) },
    async store(client: pg.PoolClient): Promise<void> {
      if (rows.fact.length === 0) return
      await copyRows(client, 'fact', factColumns, rows.fact)
      await copyRows(client, 'fact_delta', factDeltaColumns, rows.fact_delta)
    },
  }
}
