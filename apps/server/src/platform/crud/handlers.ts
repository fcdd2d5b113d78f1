import { type AnswerOf, type BodyOf, codes, type Endpoint } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import { notFound, Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import { ownerOf } from '../callers/scope.ts'
import type { Db } from '../db/client.ts'
import { type Changes, deleteRows, lockRows, type Stored, type VersionedTable } from '../db/row.ts'
import type { AuditEntry } from '../http/audit.ts'
import type { Call, Handlers } from '../http/serve.ts'
import { changeRow } from './change-row.ts'

/** The endpoints that `crud` of the contract declares and this file handles. */
type CrudArea = Record<'page' | 'get' | 'create' | 'update' | 'remove', Endpoint> & {
  [key: string]: Endpoint
}
type Answered = 'page' | 'get' | 'create' | 'update' | 'remove' | 'removeMany'
type RowOf<A extends CrudArea> = AnswerOf<A['get']>
/** The fields that the caller may set. */
type Fields<A extends CrudArea> = Omit<BodyOf<A['update']>, 'id' | 'version'>

/** What differs from area to area. */
export interface Rows<A extends CrudArea, T extends VersionedTable> {
  table: T
  /** SQL conditions on a row `t` that make it one of this area's, if other areas share the table. */
  only?: readonly RawBuilder<unknown>[]
  /** The column with the id of the administrator who owns the row, if rows have owners. */
  owner?: keyof Stored<T> & string
  /** Instead of `owner`: SQL conditions on a row `t` that make it one of this administrator's; none for null. */
  ofOwner?: (adminId: string | null) => readonly RawBuilder<unknown>[]
  page: (call: Call<A['page']>) => Promise<AnswerOf<A['page']>>
  /** The rows with these ids that the caller may see, as the caller may see them, in any order. */
  find: (db: Db, ids: readonly string[], caller: Caller) => Promise<RowOf<A>[]>
  /** @returns the id of the new row @throws Problem */
  create: (call: Call<A['create']>) => Promise<string>
  /** @returns the columns to set @throws Problem */
  change: (
    fields: Fields<A>,
    about: { stored: Stored<T>; shown: RowOf<A>; db: Db; caller: Caller; audit(entry: AuditEntry): void },
  ) => Changes<T> | Promise<Changes<T>>
  /** Runs on a locked row before it is changed or deleted. @throws Problem if the caller may not change it */
  guard?: (row: RowOf<A>, about: { db: Db; caller: Caller }) => Promise<void> | void
  /** Runs after `guard` on a row that is about to be deleted. @throws Problem */
  guardRemoval?: (row: RowOf<A>) => void
  /** Runs after rows were deleted, in the same transaction: releases what belonged to them. */
  removed?: (rows: RowOf<A>[], about: { db: Db; caller: Caller }) => Promise<void>
  /** What the audit log stores of a row: no personal data, no secret. */
  trace: (row: RowOf<A>) => Record<string, unknown>
}

interface RowCall {
  db: Db
  caller: Caller
  params: { id: string }
  body: { id: string; version: number; ids: string[] }
  audit(entry: AuditEntry): void
}

/**
 * Handles the plain endpoints of an area: a page of rows, one row, create, update, delete. Each write adds its audit log entry,
 * and rows outside the caller's data scope are neither shown nor changed.
 */
export function crudHandlers<A extends CrudArea, T extends VersionedTable>(
  area: A,
  {
    table,
    only = [],
    owner,
    ofOwner,
    page,
    find,
    create,
    change,
    guard,
    guardRemoval,
    removed,
    trace,
  }: Rows<A, T>,
): Pick<Handlers<A>, Answered & keyof A> {
  const target = (id: string) => ({ kind: table, id })
  const within = (caller: Caller) => {
    const adminId = ownerOf(caller)
    if (ofOwner) return [...only, ...ofOwner(adminId)]
    return owner && adminId !== null ? [...only, sql`${sql.ref(`t.${owner}`)} = ${adminId}`] : only
  }
  const findOne = async (db: Db, id: string, caller: Caller): Promise<RowOf<A>> => {
    const [row] = await find(db, [id], caller)
    if (!row) throw notFound()
    return row
  }
  /** Deletes the rows with these ids that the caller may see. @returns how many were deleted */
  const removeRows = async ({ db, caller, audit }: RowCall, ids: readonly string[]): Promise<number> => {
    const locked = await lockRows(db, table, ids, { where: within(caller) })
    const rows = await find(db, locked.map(idOf), caller)
    for (const row of rows) {
      await guard?.(row, { db, caller })
      guardRemoval?.(row)
    }
    await deleteRows(db, table, rows.map(idOf))
    await removed?.(rows, { db, caller })
    for (const row of rows) audit({ target: target(idOf(row)), before: trace(row) })
    return rows.length
  }

  const handlers = {
    page,

    get: ({ db, params, caller }: RowCall) => findOne(db, params.id, caller),

    create: async (call: RowCall) => {
      const id = await create(call as unknown as Call<A['create']>)
      const row = await findOne(call.db, id, call.caller)
      call.audit({ target: target(id), after: trace(row) })
      return row
    },

    update: async ({ db, body, caller, audit }: RowCall) => {
      const { id, version, ...fields } = body
      const { before, after } = await changeRow(db, table, body, {
        by: caller.adminId,
        show: () => findOne(db, id, caller),
        guard: (_, shown) => guard?.(shown, { db, caller }),
        change: (stored, shown) =>
          change(fields as unknown as Fields<A>, { stored, shown, db, caller, audit }),
        where: within(caller),
      })
      audit({ target: target(id), before: trace(before), after: trace(after) })
      return after
    },

    remove: async (call: RowCall) => {
      if ((await removeRows(call, [call.params.id])) === 0) throw notFound()
      return null
    },

    removeMany: async (call: RowCall) => ({ removed: await removeRows(call, call.body.ids) }),
  }
  const answered = Object.entries(handlers).filter(([key]) => key in area)
  return Object.fromEntries(answered) as unknown as Pick<Handlers<A>, Answered & keyof A> // entries lose which key has which value
}

/** Refuses to delete a row that other records refer to; for `guardRemoval`. @throws Problem */
export function refuseReferenced({ references }: { references: number }): void {
  if (references > 0) throw new Problem(codes.conflict, 'inUse', { values: { count: references } })
}

const idOf = (row: unknown): string => (row as { id: string }).id
