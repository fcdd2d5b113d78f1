import type { PushTroubleRow } from '@kabao/contract/engine/push-trouble'
import type { pushTroubleWords } from '@kabao/contract/engine/push-trouble.words'
import { Badge, type ColumnsOf } from '#kit'
import { pushStatusColors } from '#users'

export const columns: ColumnsOf<PushTroubleRow, typeof pushTroubleWords> = (column) => {
  const { t } = column
  return [
    column.text('pushId', { width: 200, isSticky: true, copy: true }),
    {
      ...column.choice('kind', { width: 128 }),
      render: ({ kind, closedAt }) => (
        <Badge color={closedAt === null ? (kind === 'dead' ? 'red' : 'orange') : 'gray'}>
          {t(`kind.${kind}`)}
        </Badge>
      ),
    },
    column.instant('at'),
    column.text('orgName', { width: 150, grows: true }),
    column.text('planName', { width: 130, grows: true }),
    column.text('phone', { width: 128 }),
    column.text('name', { width: 88 }),
    column.text('channelName', { width: 120, isOptional: true }),
    { ...column.text('ownerName', { width: 120 }), text: ({ ownerName }) => ownerName ?? t('noOwner') },
    column.choice('status', { width: 120, colors: pushStatusColors }),
    column.number('attempts', { width: 96 }),
    column.money('priceFen', { width: 96 }),
    column.choice('closedHow', { width: 130 }),
    column.text('closedBy', { width: 112, isOptional: true }),
    column.instant('closedAt', { isOptional: true }),
    column.text('note', { width: 160, isOptional: true }),
  ]
}
