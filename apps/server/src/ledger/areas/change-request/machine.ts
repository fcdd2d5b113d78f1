import {
  type ChangeKind,
  type ChangeRequestPage,
  type ChangeRequestRow,
  changeRequest,
} from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { changeRequestMachine } from '@kabao/contract/ledger/change-request-machine'
import { sql } from 'kysely'
import type * as z from 'zod'
import { notFound } from '#platform/base/problem'
import type { Changing } from '#platform/machines/entity'
import { tellFilers } from '../../review/tell.ts'
import { withReview } from '../../review/with-review.ts'
import { find, ofOwner, rowsOfChanges } from './queries.ts'

type Of = Changing<typeof changeRequestMachine>
type Filter = Omit<ChangeRequestPage, 'current' | 'size' | 'sort'>

/** The rows of the state machine of changes, reviewed by another person than who filed them. An approval is carried out by its endpoint. */
export const entity = withReview<typeof changeRequestMachine, ChangeRequestRow, Filter>(
  {
    machine: changeRequestMachine,
    table: 'changeRequest',
    ofOwner,
    // What was to be done may hold secrets, and is not needed any more.
    change: () => ({ columns: { payloadSealed: null } }),
    effects: {
      // Besides the message: what the changes of all kinds are made in, by the endpoint of the approval.
      tables: [
        'message',
        ...['collection', 'org_secret', 'org_template', 'previous_secret'],
        ...['payment_due', 'payment_order', 'payment_refund'],
      ],
      async run(act, of) {
        if (act !== 'withdraw') await tell(act, of)
      },
    },
    async show(db, id, { owner, adminId = '0' }) {
      const row = await find(db, id, { owner, adminId })
      if (!row) throw notFound()
      return row
    },
    filter: changeRequest.page.body.omit({ current: true, size: true, sort: true }) as z.ZodType<Filter>,
    rows: ({ owner }, asked) => rowsOfChanges({ ...asked, sort: 'createdAt' }, owner),
  },
  { filedBy: 'created_by' },
)

interface Filed {
  id: string
  kind: ChangeKind
  targetName: string
  createdBy: string
}

async function tell(act: 'approve' | 'reject', of: Of): Promise<void> {
  const { rows } = await sql<Filed>`
    select id, kind, target_name as "targetName", created_by as "createdBy" from change_request
    where id = any(${of.ids}::bigint[]) order by id`.execute(of.db.withoutPlugins())
  await tellFilers(of.db, {
    act,
    by: of,
    rows,
    words: changeRequestWords.tree.reviewed,
    valuesOf: ({ kind, targetName }) => ({ kind: changeRequestWords.tree.kind[kind], target: targetName }),
    linkTo: ({ id }) => ({ name: 'FinanceChangeList', query: { open: id } }),
  })
}
