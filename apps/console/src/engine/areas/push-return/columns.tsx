import type { PushReturnRow } from '@kabao/contract/engine/push-return'
import type { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { pushReturnMachine } from '@kabao/contract/engine/push-return-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const columns: ColumnsOf<PushReturnRow, typeof pushReturnWords> = (column) => {
  const { t } = column
  return [
    column.text('pushId', { width: 200, isSticky: true, copy: true }),
    {
      ...column.choice('status', { width: 128 }),
      render: ({ status }) => <StateBadge of={pushReturnMachine} state={status} />,
    },
    column.text('reason', { width: 140, grows: true }),
    column.text('orgName', { width: 150, grows: true }),
    column.text('planName', { width: 130, grows: true }),
    column.text('phone', { width: 128 }),
    column.text('name', { width: 88 }),
    column.money('priceFen', { width: 96 }),
    column.money('refundFen', { width: 104 }),
    {
      ...column.text('askedBy', { width: 120 }),
      text: ({ askedBy }) => askedBy ?? t('askedByOrg'),
    },
    column.instant('createdAt'),
    column.text('reviewedBy', { width: 112 }),
    column.instant('reviewedAt', { isOptional: true }),
    column.money('costBackFen', { width: 120, isOptional: true }),
    column.instant('acceptedAt', { isOptional: true }),
    column.text('note', { width: 160, isOptional: true }),
  ]
}
