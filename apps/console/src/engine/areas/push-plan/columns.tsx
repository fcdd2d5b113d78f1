import type { PushPlanRow } from '@kabao/contract/engine/push-plan'
import type { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushPlanMachine } from '@kabao/contract/engine/push-plan-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const columns: ColumnsOf<PushPlanRow, typeof pushPlanWords> = (column) => {
  const { t } = column
  return [
    column.text('name', { width: 180, isSticky: true, grows: true }),
    column.text('planName', { width: 140 }),
    column.text('orgName', { width: 148 }),
    {
      ...column.choice('status', { width: 96 }),
      render: (row) => <StateBadge of={pushPlanMachine} state={row.status} />,
    },
    column.choice('schedule', { width: 96 }),
    column.instant('at'),
    column.text('dailyAt', { width: 112 }),
    column.number('perMinute', { width: 112 }),
    column.number('cap', { width: 112, empty: t('wholeAudience') }),
    column.choice('flow', { width: 112 }),
    column.text('channelName', { width: 132, isOptional: true }),
    column.text('cityName', { width: 180, isOptional: true }),
    column.text('remark', { width: 180, isOptional: true }),
    column.text('id', { width: 120, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112 }),
    column.instant('createdAt'),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}
