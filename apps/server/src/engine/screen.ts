import type { RiskLevel } from '@kabao/contract/users/user'
import { sql } from 'kysely'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import { matchBlacklistForMany } from '#users'
import type { Engine } from './engine.ts'
import { type Person, readPeople } from './person.ts'
import { noteScreened } from './step-log.ts'
import { advanceSteps, endSteps, type Step } from './steps.ts'

/** What a screened person does next: a step that goes on at once, or null. */
export interface Screened {
  next: Step | null
}

/** Screens people who are due at the same time together, so that many registrations cost few queries. */
export const createScreening = (engine: Engine): Batcher<Step, Screened> =>
  createBatcher({ run: (steps) => screen(engine, steps), waitMs: 1, most: 100 })

/**
 * The first step: nobody on the blacklist goes on, and the risk level of the others is stored. In the full flow a person goes on to
 * the match once the profile is complete; until then the step ends here and is added again with the profile. In the half flow
 * organizations are asked at once. In the other flows a person goes on by a joint login.
 * @returns what each person does next, in their order; an Error if that person alone could not be screened
 */
export async function screen(engine: Engine, steps: readonly Step[]): Promise<(Screened | Error)[]> {
  const begun = performance.now()
  const judged = await judge(
    engine,
    steps.map(({ userId }) => userId),
  )
  const { next, busy } = await store(engine, steps, judged, { begun, waits: steps.length === 1 })
  const outcomes = new Map<string, Screened | Error>()
  // Whose row somebody else changes at this moment is done alone, so that no two transactions wait for each other in a circle. A
  // failure is that person's only: the steps of the others are done.
  for (const step of busy) outcomes.set(step.userId, await screenAlone(engine, step))
  return steps.map(({ userId }) => outcomes.get(userId) ?? { next: next.get(userId) ?? null })
}

const screenAlone = async (engine: Engine, step: Step): Promise<Screened | Error> => {
  try {
    return (await screen(engine, [step]))[0] as Screened | Error
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The risk level of each person who still exists; null: on the blacklist. */
async function judge(
  { db, vault, risk }: Engine,
  ids: readonly string[],
): Promise<Map<string, RiskLevel | null>> {
  const people = [...(await readPeople(db, vault, ids)).values()]
  const listed = await matchBlacklistForMany(
    db,
    vault,
    people.map(({ phone, idNumber, device, ip }) => ({ phone, idNumber, device, ip })),
  )
  const free = people.filter((_, index) => listed[index]?.size === 0)
  const levels = await levelsOf(risk, free)
  return new Map([
    ...people.map(({ id }) => [id, null] as const),
    ...free.map(({ id }, index) => [id, levels[index] as RiskLevel] as const),
  ])
}

/** A foreign provider may judge only one person at a time. */
const levelsOf = (risk: Engine['risk'], people: readonly Person[]): Promise<RiskLevel[]> =>
  risk.levels
    ? risk.levels(people)
    : Promise.all(people.map(async (person) => (await risk.report(person, 'all', 'en-US')).level))

/** @param waits for rows that somebody else changes; otherwise their steps are `busy` */
async function store(
  { db, leaseMs }: Engine,
  steps: readonly Step[],
  judged: ReadonlyMap<string, RiskLevel | null>,
  { begun, waits }: { begun: number; waits: boolean },
): Promise<{ next: Map<string, Step | null>; busy: Step[] }> {
  return db.transaction().execute(async (write) => {
    const free = steps.filter(({ userId }) => judged.get(userId))
    const locked = await lockUsers(
      write,
      free.map(({ userId }) => userId),
      waits,
    )
    const levels = new Map([...locked].map((id) => [id, judged.get(id) as RiskLevel]))
    const kinds = await storeLevels(write, levels)
    const going = free.filter(({ userId }) => kinds.get(userId))
    const isBusy = ({ userId }: Step) => judged.get(userId) && !locked.has(userId)
    const busy = waits ? [] : steps.filter(isBusy)
    const ending = steps.filter((step) => !kinds.get(step.userId) && !busy.includes(step))
    const ended = await endSteps(write, ending)
    const next = await advanceSteps(
      write,
      going.map((step) => ({ step, kind: kinds.get(step.userId) as 'match' | 'check', state: {} })),
      leaseMs,
    )
    const done = [...ended, ...next.keys()].filter((id) => judged.has(id))
    await noteScreened(
      write,
      done.map((id) => ({ userId: id, result: judged.get(id) ?? 'blacklisted' })),
      performance.now() - begun,
    )
    return { next: new Map<string, Step | null>(next), busy }
  })
}

/** Locks users in the order of their ids, before their steps. @returns those that are locked */
async function lockUsers(write: Db, ids: readonly string[], waits: boolean): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from "user" where id = any(${ids}::bigint[]) order by id for no key update ${waits ? sql`` : sql`skip locked`}`.execute(
    write,
  )
  return new Set(rows.map(({ id }) => id))
}

/** @returns the next step of each user; null: the step ends, also because the user was deleted */
async function storeLevels(
  write: Db,
  levels: ReadonlyMap<string, RiskLevel>,
): Promise<Map<string, 'match' | 'check' | null>> {
  if (levels.size === 0) return new Map()
  const { rows } = await sql<{ id: string; next: 'match' | 'check' | null }>`
    update "user" u set risk_level = g.level, risk_checked_at = now()
    from unnest(${[...levels.keys()]}::bigint[], ${[...levels.values()]}::text[]) g (id, level)
    where u.id = g.id and u.status <> 'deleted'
    returning u.id, case when u.flow = 'half' then 'check' when u.flow = 'full' and u.profiled_at is not null then 'match' end as next`.execute(
    write.withoutPlugins(),
  )
  return new Map(rows.map(({ id, next }) => [id, next]))
}
