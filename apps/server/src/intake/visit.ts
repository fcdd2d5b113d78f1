import { type BodyOf, codes } from '@kabao/contract'
import { type visitCalls, visitsTakenDays } from '@kabao/contract/intake/visit'
import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { noteVisitors } from '#ledger'
import { invalid, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Vault } from '#platform/keys/vault'
import type { Partner } from './caller.ts'
import { isAhead } from './partner-clock.ts'
import { noteVisitClicks } from './visit-click.ts'
import { addVisits, type NewVisit, type VisitTexts } from './visits.ts'

/** The visits that a channel reports in one call. */
export interface Report {
  partner: Partner
  visits: BodyOf<typeof visitCalls.visit>['visits']
}

/**
 * Counts visits, in the caller's transaction, and notes what channels are owed for visitors who are the first time there on a day. A
 * call with a wrong visit counts none of its visits.
 * @returns the outcome of each call, in their order
 */
export async function countVisits(
  write: Db,
  { texts, clock, vault }: { texts: VisitTexts; clock: BusinessClock; vault: Vault },
  reports: readonly Report[],
): Promise<({ counted: number } | Problem)[]> {
  const products = await productsIn(write, reports)
  const problems = reports.map(({ visits }) => problemIn(visits, products))
  const counted = reports.map(({ partner, visits }, index) =>
    problems[index] ? [] : visits.map((visit) => rowOf(partner, visit)),
  )
  const rows = counted.flat()
  if (rows.length > 0) await addVisits(write, texts, rows)
  await noteVisitClicks(
    write,
    vault,
    reports.flatMap(({ partner, visits }, index) =>
      problems[index] ? [] : visits.map((visit) => ({ ...visit, channelId: partner.key.owner.id })),
    ),
  )
  const seen = counted.filter((_, index) => isPaidAtOurs(reports[index]?.partner)).flat()
  await noteVisitors(write, seen, (at) => businessDayAt(Date.parse(at), clock))
  return reports.map(({ visits }, index) => problems[index] ?? { counted: visits.length })
}

type Visit = Report['visits'][number]

const rowOf = (
  { key }: Partner,
  { productId, cityCode, clickId: _clickId, extra: _extra, ...visit }: Visit,
): NewVisit => ({
  ...visit,
  channelId: key.owner.id,
  productId: productId ?? null,
  cityCode: cityCode ?? null,
  // A clock that is a little ahead must not put a visit into a day without a partition.
  at: new Date(Math.min(Date.parse(visit.at), databaseNow())).toISOString(),
})

/** In the other flows somebody is signed in at a partner, and a visitor is counted at the partner's page. */
const isPaidAtOurs = (partner: Partner | undefined) => partner?.flow !== 'uv' && partner?.flow !== 'city'

/** The first visit that cannot be counted, named like the field of the body. */
function problemIn(visits: readonly Visit[], products: ReadonlySet<string>): Problem | null {
  const oldest = Date.now() - visitsTakenDays * 86_400_000
  for (const [nth, { at, productId }] of visits.entries()) {
    const time = Date.parse(at)
    if (isAhead(at)) return invalid({ [`visits.${nth}.at`]: 'future' })
    if (time < oldest)
      return new Problem(codes.invalid, 'invalid', {
        fields: { [`visits.${nth}.at`]: 'visitTooOld' },
        values: { days: visitsTakenDays },
      })
    if (productId !== undefined && !products.has(productId))
      return invalid({ [`visits.${nth}.productId`]: 'noSuchProduct' })
  }
  return null
}

/** The products that are named and exist. */
async function productsIn(db: Db, reports: readonly Report[]): Promise<Set<string>> {
  const named = new Set(reports.flatMap(({ visits }) => visits.flatMap(({ productId }) => productId ?? [])))
  if (named.size === 0) return new Set()
  const { rows } = await sql<{
    id: string
  }>`select id from product where id = any(${[...named]}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
