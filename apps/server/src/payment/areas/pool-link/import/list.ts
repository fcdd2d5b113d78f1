import { join } from 'node:path'
import { poolLinkImport } from '@kabao/contract/payment/pool-link-import'
import { poolLinkImportWords } from '@kabao/contract/payment/pool-link-import.words'
import { type RawBuilder, sql } from 'kysely'
import type { ListImport } from '#platform/imports/list-import'
import { poolLinkRows, type Row } from './rows.ts'

/**
 * The products that the rows name, once for each name: the one with this id, and those with this name. Both are joins of whole sets,
 * so that a file with a hundred thousand names does not read the products as often.
 */
const products = (rows: RawBuilder<unknown>) => sql`
  select product, min(id) as id, count(*) as found, min(price_fen) as price_fen from (
    select n.product, p.id, p.price_fen from (select distinct product from ${rows} r) n join product p on p.name = n.product
    union
    select n.product, p.id, p.price_fen
    from (select distinct product, product::bigint as id from ${rows} r where product ~ '^[1-9][0-9]{0,17}$') n
      join product p on p.id = n.id
  ) named group by product`

/** What the pool says of each row: why it does not take the link, or `new`. */
const judged = (rows: RawBuilder<unknown>) => sql`
  select r.line, r.url, p.id as product_id, c.id as collection_id, r.expires_at,
    coalesce(r.amount_fen, p.price_fen) as amount_fen,
    case when l.status = 'void' then 'voided'
      when l.id is not null then 'present'
      when p.id is null then 'noProduct'
      when p.found > 1 then 'severalProducts'
      when r.collection <> '' and c.id is null then 'noCollection'
      when coalesce(r.amount_fen, p.price_fen) = 0 then 'noAmount'
      else 'new' end as state
  from ${rows} r
    left join pool_link l on l.url = r.url
    left join (${products(rows)}) p on p.product = r.product
    left join collection c on c.name = r.collection and c.provider = 'pool'`

/** The import into the link pool: each import is a batch. Links that are in the pool stay as they are, also voided ones. */
export const poolLinkListImport: ListImport<Row> = {
  name: 'poolLink',
  endpoints: poolLinkImport,
  rows: poolLinkRows,
  reader: join(import.meta.dirname, 'pool-link.reader.ts'),
  page: 'PayConfigPoolList',
  namesThere: Object.keys(poolLinkImportWords.tree.there),
  allowed: {
    product: () => sql`
      select case when count(*) over (partition by p.name) > 1 then p.id::text else p.name end as value,
        concat_ws(' · ', p.name, p.id, o.name) as about from product p left join org o on o.id = p.org_id`,
    collection: () => sql`select name as value, '' as about from collection where provider = 'pool'`,
  },
  staged: {
    url: 'text',
    product: 'text',
    amountFen: 'integer',
    expiresAt: 'timestamptz',
    collection: 'text',
  },
  there: (rows) => sql`select line, state from (${judged(rows)}) j where state <> 'new'`,
  async add(db, rows, { adminId, importId }) {
    const { numAffectedRows = 0n } = await sql`
      with batch as (
        insert into pool_batch (import_id, file_name, created_by)
          select id, file_name, ${adminId} from import_task where id = ${importId}
          on conflict (import_id) do update set import_id = excluded.import_id returning id
      )
      insert into pool_link (url, product_id, collection_id, amount_fen, expires_at, acts_at, batch_id, updated_by)
      select j.url, j.product_id, j.collection_id, j.amount_fen, j.expires_at, j.expires_at, batch.id, ${adminId}
      from (${judged(rows)}) j cross join batch where j.state = 'new' order by j.line
      on conflict (url) do nothing`.execute(db)
    return Number(numAffectedRows)
  },
}
