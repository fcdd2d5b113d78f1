import type { SalesmanMonth, SalesmanRow } from '@kabao/contract/crm/salesman'
import type { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { salesmanMachine } from '@kabao/contract/crm/salesman-machine'
import { Badge, CitiesText, type ColumnsOf, formatFen, formatNumber, StateBadge } from '#kit'
import { FigureLink } from './figure-link.tsx'
import classes from './leave.module.css'
import { leaveText } from './leave-text.ts'

export const columns: ColumnsOf<SalesmanRow, typeof salesmanWords> = (column) => {
  const { t, language } = column
  const number = (value: number) => formatNumber(value, language)
  /** A figure of the month; the export has none of them. */
  const figure = (key: keyof SalesmanMonth, textOf: (month: SalesmanMonth) => string, width = 112) => ({
    ...column.text('month', { width }),
    align: 'end' as const,
    key: `_${key}` as const,
    title: t(`month.${key}`),
    text: ({ month }: SalesmanRow) => textOf(month),
    render: ({ id, month }: SalesmanRow) =>
      month[key] !== null && (
        <FigureLink id={id} figure={key}>
          {textOf(month)}
        </FigureLink>
      ),
  })
  const count = (key: Exclude<keyof SalesmanMonth, 'firstContactMinutes' | 'wonFen'>) =>
    figure(key, (month) => number(month[key]))
  return [
    column.text('name', { width: 140, isSticky: true, grows: true }),
    {
      ...column.choice('status', { width: 220 }),
      render: ({ status, isAccountEnabled, leaves }) => (
        <>
          <StateBadge of={salesmanMachine} state={status} />
          {!isAccountEnabled && <Badge color="red">{t('accountOffShort')}</Badge>}
          {leaves[0] && <span className={classes.days}>{leaveText(leaves[0], column)}</span>}
        </>
      ),
    },
    column.text('teamName', { width: 120 }),
    {
      ...column.number('held', { width: 112 }),
      text: ({ held, capacity }) => t('ofMost', { held: number(held), most: number(capacity) }),
    },
    {
      ...column.text('taken', { width: 120 }),
      align: 'end',
      key: '_taken',
      text: ({ taken, dailyQuota }) =>
        t('quotaOf', {
          taken: number(taken),
          most: dailyQuota === null ? t('unlimited') : number(dailyQuota),
        }),
    },
    count('claimed'),
    count('assigned'),
    count('contacted'),
    figure(
      'firstContactMinutes',
      ({ firstContactMinutes: minutes }) =>
        minutes === null ? '' : t('minutes', { count: number(minutes) }),
      150,
    ),
    count('won'),
    count('lost'),
    figure('wonFen', ({ wonFen }) => formatFen(wonFen, language), 140),
    column.text('accountName', { width: 120, isOptional: true }),
    column.masked('phone', { width: 150, hide: t('action.hide') }),
    column.text('deputyName', { width: 112 }),
    column.instant('leaveFrom', { isOptional: true }),
    column.number('capacity', { width: 104, isOptional: true }),
    column.number('dailyQuota', { width: 112, isOptional: true, empty: t('unlimited') }),
    column.number('weight', { width: 96 }),
    {
      ...column.text('cityCodes', { width: 180, isOptional: true }),
      text: ({ cityCodes }) => (cityCodes.length === 0 ? t('anyCity') : cityCodes.join(', ')),
      render: ({ cityCodes }) => (cityCodes.length === 0 ? t('anyCity') : <CitiesText codes={cityCodes} />),
    },
    column.masked('remark', { width: 180, isOptional: true }),
    column.text('id', { width: 100, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}
