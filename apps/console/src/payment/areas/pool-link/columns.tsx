import type { PoolLinkRow } from '@kabao/contract/payment/pool-link'
import type { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { poolLinkMachine } from '@kabao/contract/payment/pool-link-machine'
import { type ColumnsOf, StateBadge } from '#kit'
import { LinkText } from './link-text.tsx'

export const columns: ColumnsOf<PoolLinkRow, typeof poolLinkWords> = (column) => {
  const { t } = column
  return [
    {
      ...column.text('url', { width: 280, isSticky: true, grows: true, copy: true }),
      render: ({ url }) => <LinkText url={url} />,
    },
    {
      ...column.choice('status', { width: 96 }),
      render: ({ status }) => <StateBadge of={poolLinkMachine} state={status} />,
    },
    column.text('productName', { width: 160, grows: true }),
    column.money('amountFen', { width: 100 }),
    column.text('collectionName', { width: 140, empty: t('anyCollection') }),
    column.instant('expiresAt', { empty: t('noEnd') }),
    column.text('orderId', { width: 190, copy: true }),
    column.instant('assignedAt'),
    column.text('fileName', { width: 150 }),
    column.instant('createdAt'),
    column.text('id', { width: 100, isOptional: true }),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}
