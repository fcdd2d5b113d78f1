import type { ErrorEventRow } from '@kabao/contract/operations/error-event'
import type { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { errorEventMachine } from '@kabao/contract/operations/error-event-machine'
import { Badge, type ColumnsOf, formatNumber, StateBadge } from '#kit'
import { levelColors } from './levels.ts'
import { Sparkline } from './sparkline.tsx'

export const columns: ColumnsOf<ErrorEventRow, typeof errorEventWords> = (column) => {
  const { t, language } = column
  const trendText = ({ trend }: ErrorEventRow) =>
    t('trend.row', {
      count: formatNumber(
        trend.reduce((sum, count) => sum + count, 0),
        language,
      ),
    })
  return [
    column.text('name', { width: 160, isSticky: true }),
    column.text('message', { width: 260, grows: true }),
    {
      ...column.choice('status', { width: 168 }),
      text: ({ status, reopenedAt }) =>
        [t(`status.${status}`), reopenedAt && t('reopened.badge')].filter(Boolean).join(' · '),
      render: ({ status, reopenedAt }) => (
        <>
          <StateBadge of={errorEventMachine} state={status} />{' '}
          {reopenedAt && <Badge color="red">{t('reopened.badge')}</Badge>}
        </>
      ),
    },
    {
      key: 'trend',
      title: t('field.trend'),
      width: 132,
      text: trendText,
      render: (row) => <Sparkline values={row.trend} label={trendText(row)} />,
    },
    column.number('count', { width: 96 }),
    column.number('people', { width: 108 }),
    column.choice('source', { width: 112 }),
    column.choice('level', { width: 92, colors: levelColors }),
    column.text('release', { width: 128 }),
    column.instant('lastAt'),
    column.instant('firstAt'),
    column.text('firstRelease', { width: 128, isOptional: true }),
    column.text('orgName', { width: 150, isOptional: true }),
    column.text('issueUrl', { width: 200, isOptional: true }),
    column.text('id', { width: 112, copy: true, isOptional: true }),
  ]
}
