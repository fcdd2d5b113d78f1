import type pg from 'pg'

/** A channel that is owed for one result of a past day. @returns its id */
export async function owedChannel(pool: pg.Pool, ownerId: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into channel (name, flow, owner_id) values ('owed', 'full', $1) returning id`,
    [ownerId],
  )
  await owe(pool, rows[0].id)
  return rows[0].id
}

const owe = (pool: pg.Pool, channelId: string) =>
  pool.query(
    `insert into channel_result_new (channel_id, kind, ref_id, business_day, base_fen, cost_fen)
     values ($1, 'push', '1', '2026-03-02', 100, 100)`,
    [channelId],
  )

/** A draft of 1.00 whose voucher is there already, so that it can be paid once it is confirmed. @returns its id */
export async function settlementIn(
  pool: pg.Pool,
  { channelId, by, name }: { channelId: string; by: string; name: string },
): Promise<string> {
  await owe(pool, channelId)
  await pool.query(`select gather_channel_results($1, '2026-03-02', 100)`, [channelId])
  const file = await pool.query(
    `insert into file (use, key, name, media_type, size, sha256, width, height, status, owner_kind, unclaimed_since)
     values ('settlementVoucher', $1, 'a.png', 'image/png', 1, '', 1, 1, 'stored', null, now()) returning id`,
    [`${name}-voucher-${channelId}`],
  )
  const { rows } = await pool.query(
    `insert into settlement (channel_id, from_day, to_day, after_number, first_number, upto_number, amount_fen, base_fen, results,
       deducted, late, late_fen, created_by, voucher_file_id)
     values ($1, '2026-03-02', '2026-03-02', 0, 1, 1, 100, 100, 1, 0, 0, 0, $2, $3) returning id`,
    [channelId, by, file.rows[0].id],
  )
  const { id } = rows[0]
  await pool.query(
    `update file set owner_kind = 'settlement', owner_id = $2, unclaimed_since = null where id = $1`,
    [file.rows[0].id, id],
  )
  await pool.query(`select hold_payable($1, 100, 'settlement', $2)`, [channelId, id])
  return id
}

/** A settlement that the first administrator has confirmed. @returns its id */
export async function confirmedSettlementIn(pool: pg.Pool, ownerId: string, name: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into channel (name, flow, owner_id) values ('owed', 'full', $1) returning id`,
    [ownerId],
  )
  const id = await settlementIn(pool, { channelId: rows[0].id, by: ownerId, name })
  const reviewer = await pool.query(
    `insert into admin (username, name, password_hash) values ($1, 'reviewer', '-') returning id`,
    [`${name}.reviewer`],
  )
  await pool.query(
    `update settlement set status = 'confirmed', reviewed_at = now(), reviewed_by = $2 where id = $1`,
    [id, reviewer.rows[0].id],
  )
  return id
}
