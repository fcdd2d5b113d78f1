import type { CollectionRow } from '@kabao/contract/payment/collection'
import type { collectionWords } from '@kabao/contract/payment/collection.words'
import { collectionMachine } from '@kabao/contract/payment/collection-machine'
import { type ColumnsOf, formatFen, formatShare, StateBadge } from '#kit'

export const columns: ColumnsOf<CollectionRow, typeof collectionWords> = (column) => {
  const { t, language } = column
  const unlimited = { empty: t('unlimited') }
  return [
    column.text('name', { width: 180, isSticky: true, grows: true }),
    column.choice('provider', { width: 112 }),
    {
      ...column.choice('status', { width: 96 }),
      render: ({ status }) => <StateBadge of={collectionMachine} state={status} />,
    },
    column.text('merchantNo', { width: 168 }),
    column.number('weight', { width: 88 }),
    {
      ...column.text('today', { width: 132 }),
      align: 'end',
      text: ({ today }) => formatFen(today.paidFen, language),
    },
    {
      ...column.text('today', { width: 112 }),
      align: 'end',
      key: '_share',
      title: t('field.share'),
      text: ({ today }) => (today.shareBp === null ? '' : formatShare(today.shareBp, language)),
    },
    column.money('dailyLimitFen', { width: 128, ...unlimited }),
    column.share('feeBp', { width: 88 }),
    column.money('minFen', { width: 112 }),
    column.money('maxFen', { width: 128 }),
    column.text('remark', { width: 180, isOptional: true }),
    column.instant('createdAt', { isOptional: true }),
  ]
}
