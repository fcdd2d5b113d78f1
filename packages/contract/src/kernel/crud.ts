import * as z from 'zod'
import { exportAnswer } from './export-body.ts'
import { id, instant, type Protections, pageAnswer, pageAnswerWithTotals, version } from './kernel.ts'
import type { Words } from './language.ts'

/** The fields of every row with a version: the names of who created it and who changed it last, and when. */
export const changeFields = {
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
}

/** The schemas of the plain endpoints; the area gives only those of the endpoints that it has. */
interface Parts {
  /** A row of a page. */
  row: z.ZodType
  /** The response of `get`, if it has more fields than a row of a page. */
  detail?: z.ZodType
  /** The response of `create`, if it has more fields than `detail`. */
  made?: z.ZodType
  /** The body of `page`. */
  page?: z.ZodType
  /** The fields of a row that `page` sums up, see `pageAnswerWithTotals`. */
  sums?: readonly [string, ...string[]]
  /** The body of `export`. */
  export?: z.ZodType
  /** The body of `create`. */
  create?: z.ZodType
  /** The body of `update`, with `id` and `version`. */
  update?: z.ZodType
  /** The answer of `reveal`. */
  reveal?: z.ZodType
}

const severalIds = z.strictObject({ ids: z.array(id).min(1, 'required').max(200, 'tooMany') })
const severalRemoved = z.object({ removed: z.int() })

type Body<S> = S extends z.ZodType ? S : never
type DetailOf<T extends Parts> = T extends { detail: infer D extends z.ZodType } ? D : T['row']
type MadeOf<T extends Parts> = T extends { made: infer M extends z.ZodType } ? M : DetailOf<T>
type PageOf<T extends Parts> = T extends {
  sums: readonly [infer F extends string, ...(infer G extends string)[]]
}
  ? ReturnType<typeof pageAnswerWithTotals<T['row'], F | G>>
  : ReturnType<typeof pageAnswer<T['row']>>
interface Read {
  kind: 'read'
  summary: Words
}
interface Write {
  kind: 'write'
  summary: Words
}
type Owned = { owned?: true }

/** The plain endpoints of rows at the path `P`. */
interface Calls<P extends `/${string}`, T extends Parts> {
  page: Read &
    Owned & {
      method: 'POST'
      path: `${P}/page`
      body: Body<T['page']>
      answer: PageOf<T>
    }
  export: Write & {
    method: 'POST'
    path: `${P}/page/export`
    staged: true
    body: Body<T['export']>
    answer: typeof exportAnswer
  }
  get: Read & Owned & { method: 'GET'; path: `${P}/{id}`; point: 'page'; answer: DetailOf<T> }
  create: Write & { method: 'POST'; path: P; body: Body<T['create']>; answer: MadeOf<T> }
  update: Write & Owned & { method: 'PUT'; path: P; body: Body<T['update']>; answer: DetailOf<T> }
  remove: Write & Owned & { method: 'DELETE'; path: `${P}/{id}`; point: 'delete'; answer: z.ZodNull }
  removeMany: Write &
    Owned & {
      method: 'POST'
      path: `${P}/batch/delete`
      point: 'delete'
      body: typeof severalIds
      answer: typeof severalRemoved
    }
  reveal: Write & Owned & { method: 'POST'; path: `${P}/{id}/reveal`; answer: Body<T['reveal']> }
}
export type CrudKey = keyof Calls<'/', Parts>

/**
 * The plain endpoints of an area, for its `area`: a page of rows, one row, create, update, delete, reveal.
 * @param place their common path below `/api`, what protects them, whether rows have owners, and the areas that a change affects if these are more
 *   than the area itself (see `owned` and `affects` of an endpoint)
 * @param parts their schemas
 * @param summaries what each endpoint does, in the order of the API document; only these endpoints are created
 */
export function crud<
  const P extends `/${string}`,
  const T extends Parts,
  const S extends { readonly [K in CrudKey]?: Words },
>(
  place: {
    path: P
    owned?: true
    affects?: readonly string[]
    /** What keeps `create` and `update` from one person alone, see `protections`. */
    protection?: Protections
  },
  parts: T,
  summaries: S,
): Pick<Calls<P, T>, keyof S & CrudKey> {
  const { path } = place
  const { row, detail = row, made = detail, page, create, update } = parts
  const owned = place.owned && { owned: place.owned }
  const affects = place.affects && { affects: place.affects }
  const protection = place.protection && { protection: place.protection }
  const calls: Record<CrudKey, object> = {
    page: {
      method: 'POST',
      path: `${path}/page`,
      kind: 'read',
      ...owned,
      body: page,
      answer: parts.sums ? pageAnswerWithTotals(row, parts.sums) : pageAnswer(row),
    },
    export: {
      method: 'POST',
      path: `${path}/page/export`,
      kind: 'write',
      affects: ['exportTask'],
      staged: true,
      body: parts.export,
      answer: exportAnswer,
    },
    get: { method: 'GET', path: `${path}/{id}`, kind: 'read', point: 'page', ...owned, answer: detail },
    create: { method: 'POST', path, kind: 'write', ...affects, ...protection, body: create, answer: made },
    update: {
      method: 'PUT',
      path,
      kind: 'write',
      ...affects,
      ...protection,
      ...owned,
      body: update,
      answer: detail,
    },
    remove: {
      method: 'DELETE',
      path: `${path}/{id}`,
      kind: 'write',
      ...affects,
      point: 'delete',
      ...owned,
      answer: z.null(),
    },
    removeMany: {
      method: 'POST',
      path: `${path}/batch/delete`,
      kind: 'write',
      ...affects,
      point: 'delete',
      ...owned,
      body: severalIds,
      answer: severalRemoved,
    },
    reveal: {
      method: 'POST',
      path: `${path}/{id}/reveal`,
      kind: 'write',
      affects: [],
      ...owned,
      answer: parts.reveal,
    },
  }
  const chosen = Object.entries(summaries).map(([key, summary]) => [
    key,
    { ...calls[key as CrudKey], summary },
  ])
  return Object.fromEntries(chosen) as Pick<Calls<P, T>, keyof S & CrudKey> // entries lose which key has which value
}

/** What the plain endpoints of a list do, in the order of the API document. @param what what its rows are called within a sentence */
export const plainSummaries = ([zh, en]: Words) =>
  ({
    page: [`查看${zh}`, `View ${en}`],
    export: [`导出${zh}`, `Export ${en}`],
    get: [`查看${zh}详情`, `View the details of ${en}`],
    create: [`添加${zh}`, `Add ${en}`],
    update: [`编辑${zh}`, `Edit ${en}`],
    remove: [`删除${zh}`, `Delete ${en}`],
    removeMany: [`批量删除${zh}`, `Delete several ${en}`],
  }) satisfies Partial<Record<CrudKey, Words>>
