import type { PlanRow } from '@kabao/contract/supply/plan'
import type { planWords } from '@kabao/contract/supply/plan.words'
import { planMachine } from '@kabao/contract/supply/plan-machine'
import { CitiesText, type ColumnsOf, StateBadge } from '#kit'

/** The columns of both lists. */
export const columns: ColumnsOf<PlanRow, typeof planWords> = (column) => {
  const { t } = column
  const unlimited = { empty: t('unlimited') }
  return [
    column.text('name', { width: 160, isSticky: true, grows: true }),
    column.text('orgName', { width: 148 }),
    column.choice('flow', { width: 112 }),
    {
      ...column.choice('status', { width: 96 }),
      render: (row) => <StateBadge of={planMachine} state={row.status} />,
    },
    column.money('priceFen', { width: 104 }),
    {
      ...column.text('cityCodes', { width: 200 }),
      // Without cities it has all of its organization.
      text: (row) => (row.cityCodes.length === 0 ? t('wholeOrg') : row.cityCodes.join(', ')),
      render: (row) => (row.cityCodes.length === 0 ? t('wholeOrg') : <CitiesText codes={row.cityCodes} />),
    },
    column.number('dailyCap', { width: 104, ...unlimited }),
    column.money('dailyBudgetFen', { width: 116, ...unlimited }),
    column.number('priority', { width: 88 }),
    column.text('startsOn', { width: 112 }),
    column.text('endsOn', { width: 112, empty: t('noEnd') }),
    column.number('hourlyCap', { width: 112, isOptional: true, ...unlimited }),
    column.number('monthlyCap', { width: 104, isOptional: true, ...unlimited }),
    column.number('totalCap', { width: 104, isOptional: true, ...unlimited }),
    column.number('dedupeDays', { width: 104, isOptional: true }),
    column.number('returnDays', { width: 112, isOptional: true }),
    column.text('remark', { width: 180, isOptional: true }),
    column.text('id', { width: 120, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}
