import { type PoolLinkDetail, type PoolLinkPage, poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkMachine } from '@kabao/contract/payment/pool-link-machine'
import { sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import type { Entity } from '#platform/machines/entity'
import { find, rowsOfLinks } from './queries.ts'

type Filter = Omit<PoolLinkPage, 'current' | 'size' | 'sort'>

/** The links as rows of their state machine. What orders do to them is in `src/payment/pool.ts`. */
export const entity: Entity<typeof poolLinkMachine, PoolLinkDetail, Filter> = {
  machine: poolLinkMachine,
  table: 'poolLink',
  ofOwner: () => [],
  dates: [{ column: 'expires_at', act: 'expire' }],
  change: (act) => (act === 'void' ? { columns: { actsAt: sql`null` } } : {}),
  async show(db, id) {
    const row = await find(db, id)
    if (!row) throw notFound()
    return row
  },
  filter: poolLink.voidMatching.body.shape.filter,
  rows: (_, filter) => rowsOfLinks({ ...filter, sort: 'createdAt' }),
}
