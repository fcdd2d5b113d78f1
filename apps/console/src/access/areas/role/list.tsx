import { dataScopes, type RoleRow, role } from '@kabao/contract/access/role'
import { roleWords } from '@kabao/contract/access/role.words'
import { memo } from 'react'
import {
  Badge,
  type ColumnsOf,
  DataTable,
  FilterBar,
  Pager,
  SelectField,
  TextFilter,
  useColumns,
  useList,
  useOptions,
  useRemove,
  useRowActions,
  useWords,
} from '#kit'

export const RoleList = memo(function RoleList({
  onOpen,
}: {
  onOpen: (what: 'edit' | 'copy' | 'holders', row: RoleRow) => void
}) {
  const { t } = useWords(roleWords)
  const { list, filters } = useList(role.page)
  const options = useOptions(t, { dataScope: dataScopes })
  const remove = useRemove(role.remove, roleWords, ({ name }: RoleRow) => ({ name }))
  const actions = useRowActions<RoleRow>([
    {
      key: 'edit',
      use: role.update,
      label: t('action.edit'),
      when: ({ isManageable }) => isManageable,
      run: (row) => onOpen('edit', row),
    },
    { key: 'holders', label: t('action.holders'), run: (row) => onOpen('holders', row) },
    { key: 'copy', use: role.create, label: t('action.copy'), run: (row) => onOpen('copy', row) },
    {
      key: 'remove',
      use: role.remove,
      label: t('action.remove'),
      when: ({ isManageable, isSuper }) => isManageable && !isSuper,
      run: remove,
      isDanger: true,
    },
  ])

  return (
    <>
      <FilterBar filters={filters}>
        <TextFilter label={t('field.keyword')} {...filters.filter('keyword')} />
        <SelectField
          label={t('field.dataScope')}
          options={options.dataScope}
          {...filters.filter('dataScope')}
        />
      </FilterBar>
      <DataTable list={list} columns={useColumns(roleWords, columns)} label={t('title')} actions={actions} />
      <Pager list={list} />
    </>
  )
})

const columns: ColumnsOf<RoleRow, typeof roleWords> = (column) => {
  const { t } = column
  return [
    {
      ...column.text('name', { width: 180, isSticky: true, grows: true }),
      render: ({ name, isSuper }) => (
        <>
          {name} {isSuper && <Badge color="arcoblue">{t('super')}</Badge>}
        </>
      ),
    },
    column.text('code', { width: 150, copy: true }),
    column.choice('dataScope', { width: 130 }),
    {
      ...column.number('pointCount', { width: 96 }),
      text: ({ isSuper, pointCount }) => (isSuper ? t('everything') : String(pointCount)),
    },
    column.number('adminCount', { width: 112 }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
    column.instant('updatedAt', { isOptional: true }),
    column.text('remark', { width: 180 }),
  ]
}
