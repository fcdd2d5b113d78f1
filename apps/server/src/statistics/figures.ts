import { type RawBuilder, sql } from 'kysely'

/** Of which kind of facts a column of the roll-ups is the number. Visits are not in the table of facts; their kind is `visit`. */
const counts = {
  visits: 'visit',
  registrations: 'registration',
  imported_users: 'imported',
  profiles: 'profile',
  matches: 'match',
  matched_users: 'matched',
  pushes: 'push',
  accepted: 'accepted',
  rejected: 'rejected',
  duplicates: 'duplicate',
  failed: 'failed',
  returns: 'return',
  logins: 'login',
  active_users: 'active',
  orders: 'order',
  paid_orders: 'paid',
  refunds: 'refund',
  errors: 'error',
} as const

/** Of which kind of facts a column is the sum of an amount. */
const sums = {
  charged_fen: ['charge', 'fen'],
  charged_back_fen: ['chargeBack', 'fen'],
  cost_fen: ['cost', 'fen'],
  cost_back_fen: ['costBack', 'fen'],
  paid_fen: ['paid', 'fen'],
  refunded_fen: ['refund', 'fen'],
  fee_fen: ['paid', 'fee_fen'],
} as const

/** A column of the roll-ups that adds up facts or visits. */
export type AddedColumn = keyof typeof counts | keyof typeof sums

/** SQL of what rows of `fact` add up to in a column of the roll-ups. */
export const ofFacts = (column: AddedColumn): RawBuilder<unknown> => {
  if (column in counts)
    return sql`count(*) filter (where kind = ${sql.lit(counts[column as keyof typeof counts])})`
  const [kind, amount] = sums[column as keyof typeof sums]
  return sql`whole_sum(${sql.ref(amount)}) filter (where kind = ${sql.lit(kind)})`
}

/** The columns of the roll-ups with figures, without `uv`, which counts people and not facts. */
const added = [...Object.keys(counts), ...Object.keys(sums)]
/** The columns of the roll-ups with figures. */
const figures = [...added, 'uv']

/** By what a figure is summed up, and which ids belong to it. */
const grains = {
  all: [],
  channel: ['channel_id'],
  org: ['org_id'],
  product: ['product_id'],
  city: ['city_code'],
  full: ['channel_id', 'org_id', 'plan_id', 'product_id', 'city_code'],
} as const
type Grain = keyof typeof grains

/** The grains in which visitors are counted. */
export const visitorGrains: readonly Grain[] = ['all', 'channel', 'product', 'city']

const ids = ['channel_id', 'org_id', 'plan_id', 'product_id', 'city_code'] as const

/** The key of `roll_up`, and of `roll_up_hour`. */
export const dayKey = ['way', 'grain', 'day', 'late', 'flow', ...ids] as const
export const hourKey = ['grain', 'hour', 'flow', ...ids] as const

const list = (names: readonly string[], of?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(of ? `${of}.${name}` : name)))

/** The rows of the grains for a cross join: `grain`, and 1 or 0 for each id. */
export const grainRows = (of: readonly Grain[] = Object.keys(grains) as Grain[]): RawBuilder<unknown> =>
  sql`(values ${sql.join(
    of.map((grain) => {
      const own: readonly string[] = grains[grain]
      return sql`(${sql.lit(grain)}, ${sql.join(ids.map((id) => sql.lit(own.includes(id) ? 1 : 0)))})`
    }),
  )}) g (grain, ${list(ids)})`

/** The ids of a row in its grain; those that do not belong to it are 0. @param of the name of the row */
export const idsInGrain = (of: string): RawBuilder<unknown> =>
  sql.join(ids.map((id) => sql`${sql.ref(`${of}.${id}`)} * ${sql.ref(`g.${id}`)} as ${sql.ref(id)}`))

/**
 * Facts side by side: for each day, hour and set of ids one row with all figures.
 * @param source day, came, hour, flow, the ids, kind, n, fen and fee_fen
 */
export const sideBySide = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select day, came, hour, flow, ${list(ids)},
    ${sql.join([
      ...Object.entries(counts).map(
        ([column, kind]) => sql`whole_sum(n) filter (where kind = ${sql.lit(kind)}) as ${sql.ref(column)}`,
      ),
      ...Object.entries(sums).map(
        ([column, [kind, amount]]) =>
          sql`whole_sum(${sql.ref(amount)}) filter (where kind = ${sql.lit(kind)}) as ${sql.ref(column)}`,
      ),
    ])}
  from (${source}) source group by day, came, hour, flow, ${list(ids)}`

const summed = sql.join(figures.map((name) => sql`whole_sum(${sql.ref(name)}) as ${sql.ref(name)}`))
const noFigures = sql.join(added.map((name) => sql`0::bigint as ${sql.ref(name)}`))

/** The ways of counting: by the day on which it happened, or by the one on which the person came. */
export type Way = 'day' | 'came'
const wayRows = {
  day: sql`('day', w.day, false)`,
  came: sql`('came', w.came, w.day > w.came)`,
}

/**
 * The cells of `roll_up` that rows side by side add up to.
 * @param wide the name of the rows of `sideBySide`
 * @param visitors the name of rows with grain, day, hour, flow, the ids and uv
 */
export const dayCells = (
  wide: string,
  visitors: string,
  ways: readonly Way[] = ['day', 'came'],
  kept: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  select ${list(dayKey)}, ${summed} from (
    select x.way, g.grain, x.day, x.late, w.flow, ${idsInGrain('w')}, ${list(added, 'w')}, 0::bigint as uv
    from ${sql.ref(wide)} w
      cross join lateral (values ${sql.join(ways.map((way) => wayRows[way]))}) x (way, day, late)
      cross join ${grainRows()}
    union all
    select x.way, v.grain, v.day, false, v.flow, ${list(ids, 'v')}, ${noFigures}, v.uv
    from ${sql.ref(visitors)} v cross join (values ${sql.join(ways.map((way) => sql`(${sql.lit(way)})`))}) x (way)
    ${kept}
  ) grained group by ${list(dayKey)}`

/** The cells of `roll_up_hour`. @param at a condition that the hour fulfils */
export const hourCells = (
  wide: string,
  visitors: string,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${list(hourKey)}, ${summed} from (
    select g.grain, w.hour, w.flow, ${idsInGrain('w')}, ${list(added, 'w')}, 0::bigint as uv
    from ${sql.ref(wide)} w cross join ${grainRows()}
    union all
    select v.grain, v.hour, v.flow, ${list(ids, 'v')}, ${noFigures}, v.uv from ${sql.ref(visitors)} v
  ) grained where ${at} group by ${list(hourKey)}`

/** What `roll_up` has of visits in its rows, for `dayCells`. @param of a condition */
export const keptVisits = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    union all
    select ${list(dayKey)}, ${sql.join(
      added.map((name) => (name === 'visits' ? sql`visits` : sql`0::bigint`)),
    )}, uv
    from roll_up where (visits <> 0 or uv <> 0) and ${of}`

type Target = 'roll_up' | 'roll_up_hour'
const keyOf = { roll_up: dayKey, roll_up_hour: hourKey } as const
const anyFigure = sql.join(
  figures.map((name) => sql`${sql.ref(name)} <> 0`),
  sql` or `,
)

/** Adds cells to a roll-up. @param cells the name of the cells */
export const addCells = (target: Target, cells: string): RawBuilder<unknown> => sql`
  insert into ${sql.table(target)} as r (${list(keyOf[target])}, ${list(figures)})
  select ${list(keyOf[target])}, ${list(figures)} from ${sql.ref(cells)} where ${anyFigure}
  on conflict (${list(keyOf[target])}) do update set
    ${sql.join(figures.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`

/** Gives cells to a roll-up instead of those that it has there. */
export const putCells = (target: Target, cells: string): RawBuilder<unknown> => sql`
  insert into ${sql.table(target)} as r (${list(keyOf[target])}, ${list(figures)})
  select ${list(keyOf[target])}, ${list(figures)} from ${sql.ref(cells)} where ${anyFigure}
  on conflict (${list(keyOf[target])}) do update set
    ${sql.join(figures.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
  where (${list(figures, 'r')}) is distinct from (${list(figures, 'excluded')})
  returning 1`

/** Deletes the cells of a roll-up that are not among others. @param of a condition on the cells of the roll-up */
export const removeOtherCells = (
  target: Target,
  cells: string,
  of: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  delete from ${sql.table(target)} r where ${of} and not exists (
    select from ${sql.ref(cells)} c where (${list(keyOf[target], 'c')}) = (${list(keyOf[target], 'r')}) and (${anyFigureOf('c')}))
  returning 1`

const anyFigureOf = (of: string) =>
  sql.join(
    figures.map((name) => sql`${sql.ref(`${of}.${name}`)} <> 0`),
    sql` or `,
  )

/** How many cells of `roll_up` differ from others. @param of a condition on the cells of the roll-up */
export const differentCells = (cells: string, of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(*)::int as different from (select * from roll_up where ${of}) r
    full join (select * from ${sql.ref(cells)} where ${anyFigure}) c on (${list(dayKey, 'c')}) = (${list(dayKey, 'r')})
  where (${list(figures, 'r')}) is distinct from (${list(figures, 'c')})`
