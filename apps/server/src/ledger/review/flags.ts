import { type RawBuilder, sql } from 'kysely'

/** The columns `isOwn` and `isFilersAccount` of a row, as `reviewFlags` of the contract has them. @param filer the column of who filed it */
export const reviewFlagsOf = (filer: RawBuilder<unknown>, adminId: string | null): RawBuilder<unknown> =>
  sql`coalesce(${filer} = ${adminId}::bigint, false) as "isOwn",
    t.reviewed_at is null and may_be_one(${filer}, ${adminId}::bigint) as "isFilersAccount"`
