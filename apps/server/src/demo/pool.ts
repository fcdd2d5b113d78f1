import type pg from 'pg'

const hour = 3_600_000
/** Links of each product, and how many of them are voided or have expired; the second product has few left. */
const pools = [
  { links: 240, voided: 6, expired: 14 },
  { links: 90, voided: 2, expired: 8 },
]

/** Two products that are on sale have a link pool, each from one file. */
export async function addPoolRows(client: pg.PoolClient, until: number): Promise<void> {
  const { rows: products } = await client.query<{ id: string; name: string }>(
    `select id, name from product where flow = 'full' and kind = 'package' and status = 'onSale' and price_fen > 0
     order by id limit $1`,
    [pools.length],
  )
  for (const [at, { id, name }] of products.entries()) {
    const { links, voided, expired } = pools[at] as (typeof pools)[number]
    const importedAt = new Date(until - (50 - at * 26) * hour).toISOString()
    const batch = await client.query<{ id: string }>(
      // Real imports have positive ids.
      'insert into pool_batch (import_id, file_name, created_at) values ($1, $2, $3) returning id',
      [-1 - at, `${name}-收款链接.csv`, importedAt],
    )
    await client.query(
      `insert into pool_link (url, product_id, amount_fen, expires_at, acts_at, batch_id, created_at, updated_at)
       select 'https://pay.example.com/q/' || p.id || '-' || lpad(n::text, 4, '0'), p.id, p.price_fen, e.at, e.at, $2, $3, $3
       from product p, generate_series(1, $4::int) n,
         lateral (select case when n % 3 = 0 then $3::timestamptz + interval '60 days' end) e (at)
       where p.id = $1 order by n`,
      [id, batch.rows[0]?.id, importedAt, links],
    )
    await client.query(
      `update pool_link l set version = 2, updated_at = $2, acts_at = null,
         status = case when f.nth <= $3::int then 'void' else 'expired' end,
         expires_at = case when f.nth <= $3::int then l.expires_at else $2::timestamptz end
       from (select id, row_number() over (order by id) as nth from pool_link where product_id = $1) f
       where f.id = l.id and f.nth <= $3::int + $4::int`,
      [id, new Date(until - 3 * hour).toISOString(), voided, expired],
    )
  }
}
