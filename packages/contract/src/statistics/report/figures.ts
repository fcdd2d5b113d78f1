/** What facts and visits add up to in the database; `uv` is visitors, each counted once for a business day. */
export const tallies = [
  'visits',
  'uv',
  'registrations',
  'importedUsers',
  'profiles',
  'matches',
  'matchedUsers',
  'pushes',
  'accepted',
  'rejected',
  'duplicates',
  'failed',
  'returns',
  'logins',
  'activeUsers',
  'orders',
  'paidOrders',
  'refunds',
  'errors',
  'chargedFen',
  'chargedBackFen',
  'costFen',
  'costBackFen',
  'paidFen',
  'refundedFen',
] as const
export type Tally = (typeof tallies)[number]
/** Tallies that are added or taken away. */
export type Sum = Readonly<Partial<Record<Tally, 1 | -1>>>

/** How a figure is written: `price` is an average in fen, `rate` a share of 1, `ratio` a plain number. */
export type Format = 'count' | 'fen' | 'price' | 'rate' | 'ratio'

/**
 * A figure of a report. Its total is made in the same way as its cells: a `sum` over the tallies of everything below it, or the
 * quotient of two such sums. `closing` is what an organization's account has at the end of the last day.
 */
export type Figure =
  | { readonly format: 'count' | 'fen'; readonly sum: Sum }
  | {
      readonly format: 'price' | 'rate' | 'ratio'
      readonly top: Sum
      readonly bottom: Sum
      /** What is divided is a part of what it is divided by. Where it is more, the two are of others, and there is no rate. */
      readonly isShare?: true
    }
  | { readonly format: 'fen'; readonly closing: true }

const count = (sum: Sum) => ({ format: 'count', sum }) as const
const fen = (sum: Sum) => ({ format: 'fen', sum }) as const
const share = (top: Sum, bottom: Sum) => ({ format: 'rate', top, bottom, isShare: true }) as const

const revenue = { chargedFen: 1, chargedBackFen: -1 } as const
const productRevenue = { paidFen: 1, refundedFen: -1 } as const
const cost = { costFen: 1, costBackFen: -1 } as const
const lessCost = { costFen: -1, costBackFen: 1 } as const

/** Every figure that a report can show. */
export const figures = {
  visits: count({ visits: 1 }),
  uv: count({ uv: 1 }),
  registrations: count({ registrations: 1 }),
  /** People whom the company had already; no channel brought them. */
  importedUsers: count({ importedUsers: 1 }),
  profiles: count({ profiles: 1 }),
  /** Each time a match found a plan, or organizations made offers; the same person may match several times. */
  matches: count({ matches: 1 }),
  /** Who matched, each once: on the day of the first match. */
  matchedUsers: count({ matchedUsers: 1 }),
  pushes: count({ pushes: 1 }),
  accepted: count({ accepted: 1 }),
  rejected: count({ rejected: 1 }),
  duplicates: count({ duplicates: 1 }),
  failed: count({ failed: 1 }),
  returns: count({ returns: 1 }),
  logins: count({ logins: 1 }),
  /** Who registered, completed the profile, came by a joint login, ordered or paid; each counts once for a business day. */
  activeUsers: count({ activeUsers: 1 }),
  orders: count({ orders: 1 }),
  paidOrders: count({ paidOrders: 1 }),
  refunds: count({ refunds: 1 }),
  errors: count({ errors: 1 }),
  /** What organizations are charged, less what is paid back to them. */
  revenue: fen(revenue),
  cost: fen(cost),
  profit: fen({ ...revenue, ...lessCost }),
  paidFen: fen({ paidFen: 1 }),
  refundedFen: fen({ refundedFen: 1 }),
  /** What is paid for products, less what is paid back. */
  productRevenue: fen(productRevenue),
  allRevenue: fen({ ...revenue, ...productRevenue }),
  allProfit: fen({ ...revenue, ...productRevenue, ...lessCost }),
  roi: { format: 'rate', top: { ...revenue, ...lessCost }, bottom: cost },
  averagePrice: { format: 'price', top: revenue, bottom: { accepted: 1 } },
  profitPerUv: { format: 'price', top: { ...revenue, ...lessCost }, bottom: { uv: 1 } },
  registrationRate: share({ registrations: 1 }, { uv: 1 }),
  profileRate: share({ profiles: 1 }, { registrations: 1 }),
  matchRate: share({ matchedUsers: 1 }, { profiles: 1 }),
  /** Of the half flow, whose people have no profiles. */
  halfMatchRate: share({ matchedUsers: 1 }, { registrations: 1 }),
  /** Of matches, not of people: each match leads to a push of its own. */
  pushRate: share({ pushes: 1 }, { matches: 1 }),
  acceptRate: share({ accepted: 1 }, { pushes: 1 }),
  loginRate: share({ logins: 1 }, { uv: 1 }),
  conversion: share({ paidOrders: 1 }, { uv: 1 }),
  closing: { format: 'fen', closing: true },
} as const satisfies Record<string, Figure>
export type FigureName = keyof typeof figures
export const figureNames = Object.keys(figures) as [FigureName, ...FigureName[]]

/** The figures of people: over several days those of the single days are added, so that who comes on two days counts twice. */
export const peopleFigures = ['uv', 'activeUsers'] as const
export const isOfPeople = (name: FigureName): name is (typeof peopleFigures)[number] =>
  (peopleFigures as readonly string[]).includes(name)

/** The sums that a figure is made of: one, or the two of a quotient. */
export function sumsOf(figure: Figure): Sum[] {
  if ('sum' in figure) return [figure.sum]
  return 'top' in figure ? [figure.top, figure.bottom] : []
}

/** A figure from the tallies below it; null if it is a quotient by zero or cannot be told. */
export function figureOf(
  figure: Figure,
  added: Readonly<Partial<Record<Tally, number | null>>>,
): number | null {
  const [top = null, bottom = null] = sumsOf(figure).map((sum) => totalOf(sum, added))
  if (!('top' in figure)) return top
  if (top === null || bottom === null || bottom === 0) return null
  if (figure.isShare && top > bottom) return null
  return figure.format === 'price' ? roundedAway(top / bottom) : top / bottom
}

/** A whole number, halves away from zero, as the database rounds: half a fen of a loss is a fen of a loss. */
const roundedAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value))

function totalOf(sum: Sum, added: Readonly<Partial<Record<Tally, number | null>>>): number | null {
  let total = 0
  for (const [tally, sign] of Object.entries(sum)) {
    const value = added[tally as Tally] ?? null
    if (value === null) return null
    total += sign * value
  }
  return total
}
