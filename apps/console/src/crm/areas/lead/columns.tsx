import type { leadWords } from '@kabao/contract/crm/lead.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { type ColumnsOf, ShortTime } from '#kit'
import { Clock } from '../../lead/clock.tsx'
import { StageBadge } from '../../lead/stage-badge.tsx'

export const columns: ColumnsOf<LeadRow, typeof leadWords> = (column) => {
  const { t } = column
  return [
    column.text('id', { width: 110, isOptional: true, copy: true }),
    column.text('name', { width: 104, isSticky: true }),
    column.text('phone', { width: 128 }),
    {
      ...column.choice('stage', { width: 104 }),
      render: ({ stage }) => <StageBadge stage={stage} />,
    },
    {
      ...column.instant('firstContactAt', { isOnCard: true }),
      render: ({ firstContactAt, firstContactDueAt, closedAt }) =>
        firstContactAt !== null ? (
          <ShortTime iso={firstContactAt} />
        ) : (
          firstContactDueAt !== null && closedAt === null && <Clock until={firstContactDueAt} />
        ),
    },
    column.text('salesmanName', { width: 104, empty: t('place.waiting') }),
    column.text('poolName', { width: 132, grows: true }),
    column.choice('source', { width: 124 }),
    column.text('cityName', { width: 140, grows: true }),
    column.text('channelName', { width: 132 }),
    column.number('score', { width: 80 }),
    column.instant('nextFollowAt'),
    column.instant('lastFollowAt'),
    column.instant('recycleAt', { isOptional: true }),
    column.instant('closedAt', { isOptional: true }),
    column.instant('arrivedAt'),
  ]
}
