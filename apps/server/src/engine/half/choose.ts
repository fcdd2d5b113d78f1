import { sql } from 'kysely'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { claimProbe, closedBy, ranked } from '#supply'
import { pushOf } from '../decide.ts'
import type { Engine } from '../engine.ts'
import { type Looked, lookAtPlans } from '../look.ts'
import { runJson, type WhyNot } from '../match-run.ts'
import type { Person } from '../person.ts'
import { type Ranking, rankingOf } from '../plans/rank.ts'
import type { RunningPlan } from '../plans/running.ts'
import type { Step } from '../steps.ts'

/** Whom a person is asked about, the best first, and the run of the match that says why not the others. */
export interface Choice {
  step: Step
  person: Person
  plans: readonly RunningPlan[]
  run: { whyNot: ReadonlyMap<RunningPlan, WhyNot>; ranking: Ranking | undefined; looked: Looked | undefined }
  /** How long it took, in milliseconds. */
  ms: number
}

/** Chooses which organizations are asked about a person, and stores a push for each, whose stage is `check`. */
export async function choose(engine: Engine, step: Step, person: Person): Promise<Step | null> {
  const { db, plans, settings, checks } = engine
  const begun = performance.now()
  const at = databaseNow()
  const whyNot = new Map<RunningPlan, WhyNot>()
  const end = at + settings.get('push.searchSeconds') * 1_000
  const [subject, offering] = await Promise.all([
    step.known?.subject ?? engine.reads.subject(person),
    checks.offering.add(person.id),
  ])
  const { fitting, halfOpen, looked } = await lookAtPlans(engine, subject, at, whyNot)
  // An organization whose pause ends within the search is asked then.
  const soon = [...whyNot].filter(([, { rule, seen }]) => rule === 'pause' && Date.parse(String(seen)) < end)
  const byOrg = new Map(offering)
  const most = settings.get('push.maxOffers')
  const chosen: RunningPlan[] = []
  const outranked: RunningPlan[] = []
  for (const plan of ranked([...fitting, ...soon.map(([plan]) => plan)], plans)) {
    const other = byOrg.get(plan.orgId)
    if (other !== undefined) whyNot.set(plan, { rule: 'sameOrg', wanted: null, seen: other })
    else if (chosen.length >= most) {
      if (!whyNot.has(plan)) outranked.push(plan)
    } else {
      const closed = halfOpen.get(plan.orgId)
      if (closed && !(await claimProbe(db, plan.orgId))) {
        whyNot.set(plan, closedBy(closed))
        continue
      }
      whyNot.delete(plan)
      chosen.push(plan)
      byOrg.set(plan.orgId, plan.id)
    }
  }
  const last = chosen.at(-1)
  const ranking = last && rankingOf(last, outranked, plans)
  const ms = performance.now() - begun
  return checks.choosing.add({ step, person, plans: chosen, run: { whyNot, ranking, looked }, ms })
}

/** Stores choices, those of a moment together. Answers with the step that asks; null if the way ended, or is somebody else's now. */
export const createChoosing = ({
  db,
  leaseMs,
}: Pick<Engine, 'db' | 'leaseMs'>): Batcher<Choice, Step | null> =>
  createBatcher({ run: (choices) => store(db, choices, leaseMs), waitMs: 1, most: 100 })

async function store(db: Db, choices: readonly Choice[], leaseMs: number): Promise<(Step | null)[]> {
  const wanted = choices.map(({ step, person, plans, run, ms }) => ({
    user: person.id,
    claims: step.claims,
    state: step.state,
    channel: person.channelId,
    city: person.cityCode,
    flow: person.flow,
    plans: plans.map((plan) => ({
      plan: plan.id,
      org: plan.orgId,
      price: plan.priceFen,
      lowest: plan.priceMinFen,
      highest: plan.priceMaxFen,
      dedupe: plan.dedupeDays,
    })),
    run: runJson({ ...run, planId: null }),
    ms: Math.round(ms),
  }))
  const { rows } = await sql<{ userId: string; claims: number | null; pushes: string[] | null }>`
    select user_id as "userId", claims, pushes::text[] from choose_checks(${JSON.stringify(wanted)}::jsonb,
      ${leaseMs}::float8 * interval '1 millisecond')`.execute(db.withoutPlugins())
  const byUser = new Map(rows.map((row) => [row.userId, row]))
  return choices.map(({ step, person, plans }) => {
    const { claims = null, pushes = null } = byUser.get(person.id) ?? {}
    if (claims === null || !pushes) return null
    const checks = pushes.map((id, nth) => pushOf(id, plans[nth] as RunningPlan, person, 'check'))
    return {
      ...step,
      kind: 'check',
      pushId: null,
      state: { ...step.state, checks: pushes },
      claims,
      known: { person, checks },
    }
  })
}
