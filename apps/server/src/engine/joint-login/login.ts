import { ticketMinutes } from '@kabao/contract/intake/joint-login'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { visitorOf } from '#ledger'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { claimProbe, closedBy, ranked } from '#supply'
import { beginAttempt } from '../attempts.ts'
import { callOrg, prepare } from '../call.ts'
import { readConnection } from '../connection.ts'
import type { Engine } from '../engine.ts'
import type { RowContext } from '../fitting.ts'
import { type Looked, lookAtPlans } from '../look.ts'
import { noteRun, type WhyNot } from '../match-run.ts'
import { type Person, readPerson } from '../person.ts'
import { type Ranking, rankingOf } from '../plans/rank.ts'
import type { RunningPlan } from '../plans/running.ts'
import { readPush } from '../push.ts'
import { readsIn } from '../reads.ts'
import { noteStep } from '../step-log.ts'
import { endingOf, persistently } from '../submit.ts'
import { decideVisit } from './decide-visit.ts'
import { endVisit } from './end-visit.ts'

/** The parts of the engine that a joint login needs. It runs where the partners' API is served. */
export type Visiting = RowContext & Pick<Engine, 'outgoing' | 'log' | 'partnerErrors'>

/** A visitor whom a channel sends to an organization. */
export interface Visitor {
  userId: string
  channelId: string
  visitorId: string
  /** Only the organization of this product. */
  productId?: string | undefined
  /** Instead of the city of the registration. */
  cityCode?: string | undefined
}

/** Where the visitor is signed in, and until when (ISO 8601). */
export interface SignedIn {
  url: string
  expiresAt: string
}

/** A visit must begin at least this long before the end of the search, in milliseconds. */
const shortestCall = 200

/**
 * Finds an organization for a visitor of the flows `uv` and `city`, and the address there. No transaction is open during a call.
 * @returns null if nobody takes the visitor; `noSuchProduct` if the product is not on sale
 */
export async function jointLogin(
  engine: Visiting,
  visitor: Visitor,
): Promise<SignedIn | 'noSuchProduct' | null> {
  const { db, vault, settings, plans } = engine
  const begun = performance.now()
  const at = databaseNow()
  const known = await readPerson(db, vault, visitor.userId)
  if (!known) return null
  const person = { ...known, cityCode: visitor.cityCode ?? known.cityCode }
  const product = visitor.productId === undefined ? null : await readProduct(db, visitor.productId)
  if (visitor.productId !== undefined && !product) return 'noSuchProduct'
  const of = plans.ofFlow(person.flow).filter(({ orgId }) => !product?.orgId || product.orgId === orgId)
  const whyNot = new Map<RunningPlan, WhyNot>()
  const reads = readsIn(engine)
  const subject = await reads.subject(person)
  const { fitting, halfOpen, looked } = await lookAtPlans({ ...engine, reads }, subject, at, whyNot, of)
  const until = at + settings.get('push.searchSeconds') * 1_000
  let asked = 0
  const order = ranked(fitting, plans)
  for (const [place, plan] of order.entries()) {
    if (asked >= settings.get('push.maxOffers') || databaseNow() > until - shortestCall) break
    const closed = halfOpen.get(plan.orgId)
    if (closed && !(await claimProbe(db, plan.orgId))) {
      whyNot.set(plan, closedBy(closed))
      continue
    }
    const ranking = rankingOf(plan, order.slice(place + 1), plans)
    const signedIn = await visit(engine, {
      visitor,
      person,
      plan,
      at,
      until,
      begun,
      whyNot,
      ranking,
      looked,
      product,
    })
    if (signedIn && 'rule' in signedIn) {
      whyNot.set(plan, signedIn)
      continue
    }
    if (signedIn) return signedIn
    asked++
  }
  await db.transaction().execute(async (write) => {
    await noteRun(write, { id: null, userId: person.id, person, planId: null, whyNot, looked })
    const ms = performance.now() - begun
    await noteStep(write, { userId: person.id, kind: 'match', ms, result: 'nobody' })
  })
  return null
}

interface Visit {
  visitor: Visitor
  person: Person
  plan: RunningPlan
  at: number
  /** The end of the search, in milliseconds since 1970. */
  until: number
  begun: number
  whyNot: ReadonlyMap<RunningPlan, WhyNot>
  ranking: Ranking | undefined
  looked: Looked | undefined
  product: { orgId: string | null; url: string } | null
}

/** Tries one plan. @returns where the visitor is signed in; why the plan does not fit after all; null if the organization refuses */
async function visit(
  engine: Visiting,
  { visitor, person, plan, at, until, begun, whyNot, ranking, looked, product }: Visit,
): Promise<SignedIn | WhyNot | null> {
  const { db, vault, clock } = engine
  const connection = await readConnection(db, vault, plan.orgId)
  const isCalled = connection?.template.stages.login !== undefined
  const expiresAt = new Date(at + ticketMinutes * 60_000).toISOString()
  const decided = await decideVisit(engine, {
    person,
    plan,
    at,
    whyNot,
    ranking,
    looked,
    expiresAt,
    hasTicket: !isCalled,
    visitor: visitorOf(visitor.channelId, visitor.visitorId),
    channelId: visitor.channelId,
    day: businessDayAt(at, clock()),
    ms: performance.now() - begun,
  })
  if ('rule' in decided) return decided
  const { pushId, ticket } = decided
  if (!isCalled) {
    const address = (product?.orgId === plan.orgId && product.url) || (await readLoginUrl(db, plan.orgId))
    return address && ticket ? { url: withTicket(address, ticket), expiresAt } : null
  }
  const url = await login(engine, { pushId, person, connection, until })
  return url === null ? null : { url, expiresAt }
}

/** Asks the organization for the address. Without one nobody can arrive, so an unclear answer is a failure. */
async function login(
  engine: Visiting,
  {
    pushId,
    person,
    connection,
    until,
  }: {
    pushId: string
    person: Person
    connection: NonNullable<Awaited<ReturnType<typeof readConnection>>>
    until: number
  },
): Promise<string | null> {
  const { db } = engine
  const key = { userId: person.id, pushId }
  const ended = (ending: Parameters<typeof endVisit>[3]) =>
    persistently(() => db.transaction().execute((write) => endVisit(write, engine, key, ending)))
  const push = await readPush(db, key)
  const prepared = push && prepare(engine, connection, 'login', person, push)
  if (!push || !prepared || 'failure' in prepared) {
    await ended({ outcome: 'failed' })
    return null
  }
  const attemptId = await db
    .transaction()
    .execute((write) => beginAttempt(write, { ...key, stage: 'login', shown: prepared.shown }))
  const end = await callOrg(engine, connection, 'login', prepared, {
    push,
    deadlineMs: Math.max(shortestCall, until - databaseNow()),
  })
  const url = end.outcome === 'accepted' ? (end.reading?.url ?? null) : null
  const outcome = end.outcome === 'unknown' || (end.outcome === 'accepted' && !url) ? 'failed' : end.outcome
  const isOurs = await ended({ ...endingOf(end, attemptId), outcome })
  return isOurs ? url : null
}

const withTicket = (address: string, ticket: string): string => {
  const url = new URL(address)
  url.searchParams.set('ticket', ticket)
  return url.href
}

async function readLoginUrl(db: Db, orgId: string): Promise<string | null> {
  const { rows } = await sql<{
    url: string | null
  }>`select login_url as url from org where id = ${orgId}`.execute(db)
  return rows[0]?.url ?? null
}

async function readProduct(db: Db, id: string): Promise<{ orgId: string | null; url: string } | null> {
  const { rows } = await sql<{ orgId: string | null; url: string }>`
    select org_id as "orgId", target_url as url from product
    where id = ${id} and status = 'onSale' and flow in ('uv', 'city')`.execute(db.withoutPlugins())
  return rows[0] ?? null
}
