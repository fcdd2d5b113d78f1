import { join } from 'node:path'
import { productImport, productUvImport } from '@kabao/contract/supply/product-import'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { ListImport } from '#platform/imports/list-import'
import { productRows, productUvRows, type Row, type UvRow } from './rows.ts'

const staged = {
  name: 'text',
  kind: 'text',
  flow: 'text',
  orgCode: 'text',
  faceFen: 'integer',
  priceFen: 'integer',
  validDays: 'integer',
  stock: 'integer',
  perUserLimit: 'integer',
  summary: 'text',
  remark: 'text',
}
const withOrg = (rows: RawBuilder<unknown>) =>
  sql`${rows} r left join org o on o.code = r.org_code and o.flow = r.flow`

const there = (rows: RawBuilder<unknown>) => sql`
  select r.line, case when p.id is null then 'noOrg' else 'present' end as state from ${withOrg(rows)}
  left join product p on p.flow = r.flow and p.name = r.name and p.org_id is not distinct from o.id
  where (r.org_code <> '' and o.id is null) or p.id is not null`

/** The organizations that a product of some flows can be of. */
const orgsOf =
  (...flows: Row['flow'][]) =>
  () =>
    sql`select code as value, name as about from org where flow = any(${flows}::text[])`

/** Adds drafts. A product that was added in between, or whose organization is gone, is left out. */
const adding =
  (targetUrl: RawBuilder<unknown>) =>
  async (db: Db, rows: RawBuilder<unknown>, { adminId }: { adminId: string }): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
      insert into product (name, kind, flow, org_id, target_url, face_fen, price_fen, valid_days, stock, per_user_limit,
        summary, remark, created_by, updated_by)
      select r.name, r.kind, r.flow, o.id, ${targetUrl}, r.face_fen, r.price_fen, r.valid_days, r.stock, r.per_user_limit,
        r.summary, r.remark, ${adminId}, ${adminId} from ${withOrg(rows)}
      where r.org_code = '' or o.id is not null
      order by r.line on conflict (flow, org_id, name) do nothing`.execute(db)
    return Number(numAffectedRows)
  }

/** The imports into the two lists; existing products stay unchanged. */
export const productListImport: ListImport<Row> = {
  name: 'product',
  endpoints: productImport,
  rows: productRows,
  reader: join(import.meta.dirname, 'product.reader.ts'),
  page: 'ProductList',
  allowed: { orgCode: orgsOf('full', 'half') },
  staged,
  there,
  add: adding(sql`null::text`),
}
export const productUvListImport: ListImport<UvRow> = {
  name: 'productUv',
  endpoints: productUvImport,
  rows: productUvRows,
  reader: join(import.meta.dirname, 'product-uv.reader.ts'),
  page: 'ProductUvList',
  allowed: { orgCode: orgsOf('uv', 'city') },
  staged: { ...staged, targetUrl: 'text' },
  there,
  add: adding(sql`r.target_url`),
}
