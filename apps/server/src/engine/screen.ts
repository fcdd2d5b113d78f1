import type { RiskLevel } from '@kabao/contract/users/user'
import { sql } from 'kysely'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import { isRefusedWhole } from '#platform/db/passing'
import type { Engine } from './engine.ts'
import { type Person, readPeople } from './person.ts'
import { readSubjects, type Subject } from './reads.ts'
import type { Step } from './steps.ts'

/** What a screened person does next: a step that goes on at once, or null. */
export interface AfterScreening {
  next: Step | null
}

/** Screens people who are due at the same time together, so that many registrations cost few queries. */
export const createScreening = (engine: Engine): Batcher<Step, AfterScreening> =>
  createBatcher({ run: (steps) => screen(engine, steps), waitMs: 1, most: 100 })

/**
 * The first step: nobody on the blacklist goes on, and the risk level of the others is stored. In the full flow a person goes on to
 * the match once the profile is complete, and the decision stores the level, so that the row of the person changes once; until then
 * the step ends here and is added again with the profile. In the half flow
 * organizations are asked at once. In the other flows a person goes on by a joint login.
 * @returns what each person does next, in their order; an Error if that person alone could not be screened
 */
export async function screen(engine: Engine, steps: readonly Step[]): Promise<(AfterScreening | Error)[]> {
  const begun = performance.now()
  const newest = newestOf(steps)
  const judged = await judge(engine, [...newest.keys()])
  const ms = Math.round(performance.now() - begun)
  const matched = matchedOf(newest, judged, ms)
  const others = [...newest.values()].filter(({ userId }) => !matched.has(userId))
  const { db, leaseMs } = engine
  const stored = await store(db, others, judged, { leaseMs, ms, waits: newest.size === 1 })
  for (const [userId, next] of matched) stored.set(userId, next)
  const outcomes: (AfterScreening | Error)[] = []
  let refused: Error | null = null
  for (const step of steps) {
    const outcome = newest.get(step.userId) === step ? (stored.get(step.userId) ?? null) : null
    // Whose row somebody else changes at this moment is done alone. A failure is that person's only: the steps of the others are done.
    const screened: AfterScreening | Error =
      outcome === 'busy' ? (refused ?? (await screenAlone(engine, step))) : { next: outcome }
    // If the database does not get to one of them, the others do not wait as long each.
    if (screened instanceof Error && isRefusedWhole(screened)) refused = screened
    outcomes.push(screened)
  }
  return outcomes
}

/** Of each person the step that was claimed last: one that was added anew while it was under way is claimed again, and both may be here. */
function newestOf(steps: readonly Step[]): Map<string, Step> {
  const newest = new Map<string, Step>()
  for (const step of steps)
    if (step.claims >= (newest.get(step.userId)?.claims ?? 0)) newest.set(step.userId, step)
  return newest
}

const screenAlone = async (engine: Engine, step: Step): Promise<AfterScreening | Error> => {
  try {
    return (await screen(engine, [step]))[0] as AfterScreening | Error
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

interface Judged {
  subject: Subject
  /** Null: on the blacklist. */
  level: RiskLevel | null
}

/** Each person who still exists, with the risk level. */
async function judge({ db, vault, risk }: Engine, ids: readonly string[]): Promise<Map<string, Judged>> {
  const subjects = await readSubjects({ db, vault }, [...(await readPeople(db, vault, ids)).values()])
  const free = subjects.filter(({ isBlacklisted }) => !isBlacklisted).map(({ person }) => person)
  const levels = await levelsOf(risk, free)
  const levelOf = new Map(free.map(({ id }, index) => [id, levels[index] as RiskLevel]))
  return new Map(
    subjects.map((subject) => [
      subject.person.id,
      { subject, level: levelOf.get(subject.person.id) ?? null },
    ]),
  )
}

/** The next steps of those who go on to the match. Their rows stay as they are until its decision. */
function matchedOf(
  newest: ReadonlyMap<string, Step>,
  judged: ReadonlyMap<string, Judged>,
  ms: number,
): Map<string, Step> {
  const matched = new Map<string, Step>()
  for (const [userId, { claims }] of newest) {
    const { subject, level = null } = judged.get(userId) ?? {}
    if (!subject || level === null || subject.person.flow !== 'full' || !subject.person.isProfiled) continue
    const known = { person: subject.person, subject, screened: { level, ms } }
    matched.set(userId, { userId, kind: 'match', pushId: null, state: {}, claims, known })
  }
  return matched
}

/**
 * Stores what the screening found of a person for whom no plan was decided, in the transaction that says so.
 * @returns the step as it is then; null if it belongs to somebody else now
 */
export async function storeScreened(write: Db, step: Step, leaseMs: number): Promise<Step | null> {
  const { subject, screened } = step.known ?? {}
  if (!subject || !screened) return step
  const judged = new Map([[step.userId, { subject, level: screened.level }]])
  const stored = await store(write, [step], judged, { leaseMs, ms: screened.ms, waits: true })
  return (stored.get(step.userId) as Step | undefined) ?? null
}

/** A foreign provider may judge only one person at a time. */
const levelsOf = (risk: Engine['risk'], people: readonly Person[]): Promise<RiskLevel[]> =>
  risk.levels
    ? risk.levels(people)
    : Promise.all(people.map(async (person) => (await risk.report(person, 'all', 'en-US')).level))

/**
 * @param waits for rows that somebody else changes; otherwise their steps are `busy`
 * @returns by user, what is done next; whose step belongs to somebody else now is not among them
 */
async function store(
  db: Db,
  steps: readonly Step[],
  judged: ReadonlyMap<string, Judged>,
  { leaseMs, ms, waits }: { leaseMs: number; ms: number; waits: boolean },
): Promise<Map<string, Step | 'busy' | null>> {
  if (steps.length === 0) return new Map()
  const people = steps.map(({ userId, claims }) => {
    const known = judged.get(userId)
    return { user: userId, claims, level: known?.level ?? null, known: known !== undefined }
  })
  const { rows } = await sql<{
    user_id: string
    outcome: 'match' | 'check' | 'ended' | 'busy'
    claims: number
  }>`
    select * from store_screened(${JSON.stringify(people)}::jsonb, ${ms},
      ${leaseMs}::float8 * interval '1 millisecond', ${waits})`.execute(db.withoutPlugins())
  return new Map<string, Step | 'busy' | null>(
    rows.map(({ user_id: userId, outcome, claims }) => {
      if (outcome === 'busy') return [userId, 'busy']
      if (outcome === 'ended') return [userId, null]
      const { subject } = judged.get(userId) as Judged
      const known = { person: subject.person, subject }
      return [userId, { userId, kind: outcome, pushId: null, state: {}, claims, known }]
    }),
  )
}
