import { type LeadPoolRow, mostWaitingCounted } from '@kabao/contract/crm/lead-pool'
import type { leadPoolWords } from '@kabao/contract/crm/lead-pool.words'
import { type ColumnsOf, formatNumber } from '#kit'

const colors = { public: 'arcoblue', team: 'gray' }

export const columns: ColumnsOf<LeadPoolRow, typeof leadPoolWords> = (column) => {
  const { t, language } = column
  return [
    column.text('name', { width: 180, isSticky: true, grows: true }),
    column.choice('kind', { width: 96, colors }),
    column.text('teamName', { width: 120 }),
    column.text('ownerName', { width: 120, empty: t('nobody') }),
    {
      ...column.number('waiting', { width: 104 }),
      text: ({ waiting }) =>
        waiting > mostWaitingCounted
          ? `${formatNumber(mostWaitingCounted, language)}+`
          : formatNumber(waiting, language),
    },
    column.number('held', { width: 104 }),
    column.badge('_automatic', {
      title: t('field.isAutomatic'),
      width: 112,
      text: ({ isAutomatic }) => t(isAutomatic ? 'automatic.on' : 'automatic.off'),
      color: ({ isAutomatic }) => (isAutomatic ? 'green' : 'gray'),
    }),
    column.number('maxHeld', { width: 124 }),
    column.number('maxClaimsPerDay', { width: 140 }),
    column.number('recycleDays', { width: 150 }),
    column.number('protectDays', { width: 150 }),
    column.number('firstContactMinutes', { width: 160 }),
    column.number('coolDownDays', { width: 120, isOptional: true }),
    column.number('lockMinutes', { width: 160, isOptional: true }),
    {
      ...column.text('hiddenFields', { width: 180, isOptional: true }),
      text: ({ hiddenFields }) => hiddenFields.map((field) => t(`hideable.${field}`)).join(', '),
    },
    column.text('remark', { width: 180, isOptional: true }),
    column.text('id', { width: 100, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt', { isOptional: true }),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}
