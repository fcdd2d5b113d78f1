import type { SalesTeamRow } from '@kabao/contract/crm/sales-team'
import type { salesTeamWords } from '@kabao/contract/crm/sales-team.words'
import type { ColumnsOf } from '#kit'

export const columns: ColumnsOf<SalesTeamRow, typeof salesTeamWords> = (column) => {
  const { t } = column
  return [
    column.text('name', { width: 180, isSticky: true }),
    column.text('headName', { width: 120, empty: t('none') }),
    column.number('memberCount', { width: 96 }),
    {
      ...column.text('members', { width: 260, grows: true }),
      text: ({ members, memberCount }) => {
        const names = members.map(({ name }) => name).join(', ')
        return members.length < memberCount ? `${names} ${t('andMore', { count: memberCount })}` : names
      },
    },
    column.text('poolName', { width: 160, empty: t('none') }),
    column.text('remark', { width: 180, isOptional: true }),
    column.text('id', { width: 100, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}
