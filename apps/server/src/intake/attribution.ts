import { type RawBuilder, sql } from 'kysely'

/** A phone belongs to the channel that brought it first until this many days have passed. */
export const isAttributed = (days: number): RawBuilder<boolean> =>
  sql<boolean>`coalesce(attributed_at, created_at) > now() - make_interval(days => ${days})`
