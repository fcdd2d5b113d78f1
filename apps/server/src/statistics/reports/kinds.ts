import {
  type Figure,
  type FigureName,
  figures,
  type Sum,
  type Tally,
} from '@kabao/contract/statistics/report/figures'
import type { FactKind } from '@kabao/contract/statistics/report/rows'

/** Of which kind of facts a tally is the number or the amount. Visitors are the first visits of each. */
export const kindOf: Readonly<Record<Tally, FactKind>> = {
  visits: 'visit',
  uv: 'visit',
  registrations: 'registration',
  importedUsers: 'imported',
  profiles: 'profile',
  matches: 'match',
  matchedUsers: 'matched',
  pushes: 'push',
  accepted: 'accepted',
  rejected: 'rejected',
  duplicates: 'duplicate',
  failed: 'failed',
  returns: 'return',
  logins: 'login',
  activeUsers: 'active',
  orders: 'order',
  paidOrders: 'paid',
  refunds: 'refund',
  errors: 'error',
  chargedFen: 'charge',
  chargedBackFen: 'chargeBack',
  costFen: 'cost',
  costBackFen: 'costBack',
  paidFen: 'paid',
  refundedFen: 'refund',
}

/** Where the records of a figure are. */
export type Source =
  | { of: 'visits' | 'visitors' | 'closing' }
  | {
      of: 'facts'
      kinds: readonly FactKind[]
      /** The kinds whose amounts are taken away. */
      less: readonly FactKind[]
      isMoney: boolean
    }

/** @param part of a quotient; other figures have the top only, and undefined is answered for their bottom */
export function sourceOf(name: FigureName, part: 'top' | 'bottom'): Source | undefined {
  const figure: Figure = figures[name]
  if ('closing' in figure) return part === 'top' ? { of: 'closing' } : undefined
  if ('top' in figure) return ofSum(figure[part])
  return part === 'top' ? ofSum(figure.sum) : undefined
}

/** What a part of a figure is in a row of tallies, 0 if there is no row. */
export function partIn(
  row: Readonly<Record<string, string | null>> | undefined,
  name: FigureName,
  part: 'top' | 'bottom',
): number {
  const figure: Figure = figures[name]
  const parts: Sum = 'top' in figure ? figure[part] : 'sum' in figure ? figure.sum : {}
  return Object.entries(parts).reduce((sum, [tally, sign]) => sum + sign * Number(row?.[tally] ?? 0), 0)
}

function ofSum(sum: Sum): Source {
  const tallies = Object.keys(sum) as Tally[]
  if (tallies.includes('visits')) return { of: 'visits' }
  if (tallies.includes('uv')) return { of: 'visitors' }
  return {
    of: 'facts',
    kinds: tallies.map((tally) => kindOf[tally]),
    less: tallies.filter((tally) => sum[tally] === -1).map((tally) => kindOf[tally]),
    isMoney: tallies.some((tally) => tally.endsWith('Fen')),
  }
}
