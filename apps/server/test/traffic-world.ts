import type pg from 'pg'
import type { Partner } from '#demo/partner/partner'
import { partnerTemplate } from '#demo/partner/template'
import { type ChannelKey, readCheckKey, type TrafficKeys } from '#demo/traffic/keys'
import { recharge } from '#ledger/bookings'
import { makeKey } from '#partners/api-keys/keys'
import { announceChanges } from '#platform/db/changes'
import { createDb } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { secret } from './harness.ts'

/**
 * Two channels, and three organizations that the partner plays, with money for all.
 * @param name the beginning of their codes
 */
export async function makeTrafficWorld(
  pool: pg.Pool,
  vault: Vault,
  partner: Partner,
  name: string,
): Promise<TrafficKeys> {
  const orgs = [1, 2, 3].map((nth) => `${name}${nth}`)
  const db = createDb(pool)
  const channels: ChannelKey[] = []
  for (const code of [`${name}a`, `${name}b`]) {
    const { rows } = await pool.query(
      `insert into channel (code, name, flow, status, settlement, price_fen, deduction_bp)
       values ($1, $1, 'full', 'enabled', 'cpl', 30, 1000) returning id`,
      [code],
    )
    const [{ id }] = rows
    const made = await db
      .transaction()
      .execute((write) =>
        makeKey(write, vault, { owner: { kind: 'channel', id }, isSandbox: false, by: null }),
      )
    channels.push({ channelId: id, code, flow: 'full', key: made.key, secret: secret(made.secret) })
  }
  for (const code of orgs) {
    const { rows } = await pool.query(
      `insert into org (code, name, flow, status) values ($1, $1, 'full', 'enabled') returning id`,
      [code],
    )
    const [{ id: orgId }] = rows
    await pool.query('insert into org_template (org_id, template) values ($1, $2)', [
      orgId,
      JSON.stringify(partnerTemplate(`http://127.0.0.1:${partner.port}`, code)),
    ])
    await db.transaction().execute((write) =>
      recharge(write, {
        orgId,
        way: 'bank',
        amountFen: 100_000_000,
        businessDay: '2026-01-01',
        ref: { kind: 'recharge', id: `${name}-${orgId}` },
      }),
    )
    await pool.query(
      `insert into plan (org_id, name, flow, status, price_fen, starts_on) values ($1, $2, 'full', 'running', 100, '2020-01-01')`,
      [orgId, code],
    )
  }
  // An instance that runs already knows the plans of before.
  await announceChanges(db, ['plan'])
  // Slow enough that every kill meets people who are being handed over.
  const slowMs = 1_500
  partner.set(orgs[0] as string, {
    behaviors: ['slow', 'reject', 'slow', 'accept', 'drop', 'duplicate'],
    slowMs,
  })
  partner.set(orgs[1] as string, { behaviors: ['reject', 'slow', 'later', 'accept', 'rubbish'], slowMs })
  partner.set(orgs[2] as string, { behaviors: ['slow', 'reject', 'slow'], slowMs })
  const checkKey = await readCheckKey(db, vault)
  return {
    channels,
    checkKey: secret(checkKey ?? ''),
    partner: `http://127.0.0.1:${partner.port}`,
    orgs,
    products: [],
  }
}
