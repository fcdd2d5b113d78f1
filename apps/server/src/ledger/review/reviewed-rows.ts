import type { ActOf, Machine } from '@kabao/contract/kernel/machine'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import { notFound } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { RowsQuery } from '#platform/db/page'
import type { Changing, Entity } from '#platform/machines/entity'
import { type Telling, tellFilers } from './tell.ts'
import { withReview } from './with-review.ts'

type Review = 'approve' | 'reject'

/** What differs between rows that one person files and another one approves or rejects. */
interface ReviewedRows<M extends Machine, D, F, R extends { createdBy: string }> {
  machine: M
  table: string
  /** Left out: no row belongs to anybody. */
  ofOwner?: Entity<M, D, F>['ofOwner']
  /** The tables that a review changes besides its own. */
  tables: readonly string[]
  /** The rows under review, in the order in which is locked what they change. */
  readFiled(of: Changing<M>): Promise<R[]>
  /** Carries out or drops what was filed. @throws Problem if one of them cannot be done any more; then none is */
  review(act: Review, of: Changing<M>, filed: readonly R[]): Promise<void>
  /** SQL: the transfer that was booked for an approved row `t` in the same transaction. */
  booked: RawBuilder<unknown>
  /** What who filed a row is told of its review. */
  telling: Telling<R>
  find(db: Db, id: string, by: { owner: string | null; adminId: string }): Promise<D | undefined>
  /** The filters of the list, as its page request has them. */
  filter: z.ZodType<F>
  rows(filter: F & { sort: 'createdAt' }, owner: string | null): RowsQuery
}

/**
 * The entity of rows that are reviewed by another person than who filed them: an approval carries them out and names the transfer,
 * and who filed them is told, all in one transaction.
 */
export const reviewedRows = <M extends Machine, D, F, R extends { createdBy: string }>({
  machine,
  table,
  ofOwner = () => [],
  tables,
  readFiled,
  review,
  booked,
  telling,
  find,
  filter,
  rows,
}: ReviewedRows<M, D, F, R>): Entity<M, D, F> =>
  withReview<M, D, F>(
    {
      machine,
      table,
      ofOwner,
      change: (act) => (act === 'approve' ? { columns: { transferId: booked } } : {}),
      effects: {
        tables: [...tables, 'transfer', 'transfer_ref', 'message'],
        async run(act: ActOf<M>, of) {
          const filed = await readFiled(of)
          await review(act as Review, of, filed)
          await tellFilers(of.db, { act: act as Review, by: of, rows: filed, ...telling })
        },
      },
      async show(db, id, { owner, adminId = '0' }) {
        const row = await find(db, id, { owner, adminId })
        if (!row) throw notFound()
        return row
      },
      filter,
      rows: ({ owner }, asked) => rows({ ...asked, sort: 'createdAt' }, owner),
    },
    { filedBy: 'created_by' },
  )
