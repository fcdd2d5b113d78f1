import { dataScopes, type RoleRow, role } from '@kabao/contract/role'
import { roleWords } from '@kabao/contract/role.words'
import { memo, useMemo } from 'react'
import {
  Badge,
  type Column,
  DataTable,
  FilterBar,
  formatInstant,
  Pager,
  SelectField,
  TextFilter,
  useAct,
  useList,
  useOptions,
  usePermission,
  useWords,
  wordsOf,
} from '#kit'

export const RoleList = memo(function RoleList({
  onOpen,
}: {
  onOpen: (what: 'edit' | 'copy' | 'holders', row: RoleRow) => void
}) {
  const { t } = useWords(roleWords)
  const { list, filters } = useList(role.page)
  const columns = useColumns()
  const remove = useRemove()
  const mayUpdate = usePermission(role.update)
  const mayCopy = usePermission(role.create)
  const mayRemove = usePermission(role.remove)
  const options = useOptions(t, { dataScope: dataScopes })

  const actions = useMemo(
    () => (row: RoleRow) => [
      ...(mayUpdate && row.isManageable
        ? [{ key: 'edit', label: t('action.edit'), onSelect: () => onOpen('edit', row) }]
        : []),
      { key: 'holders', label: t('action.holders'), onSelect: () => onOpen('holders', row) },
      ...(mayCopy ? [{ key: 'copy', label: t('action.copy'), onSelect: () => onOpen('copy', row) }] : []),
      ...(mayRemove && row.isManageable && !row.isSuper
        ? [{ key: 'remove', label: t('action.remove'), isDanger: true, onSelect: () => remove(row) }]
        : []),
    ],
    [t, mayUpdate, mayCopy, mayRemove, onOpen, remove],
  )

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
      <DataTable list={list} columns={columns} label={t('title')} actions={actions} />
      <Pager list={list} />
    </>
  )
})

const useRemove = () =>
  useAct(role.remove, ({ name }: RoleRow) => {
    const { t } = wordsOf(roleWords)
    return {
      title: t('remove.title', { name }),
      text: t('remove.text'),
      action: t('action.remove'),
      isDanger: true,
      done: () => t('remove.done'),
    }
  })

function useColumns(): Column<RoleRow>[] {
  const { t, language } = useWords(roleWords)
  return useMemo(
    (): Column<RoleRow>[] => [
      {
        key: 'name',
        title: t('field.name'),
        width: 180,
        isSticky: true,
        grows: true,
        render: ({ name, isSuper }) => (
          <>
            {name} {isSuper && <Badge color="arcoblue">{t('super')}</Badge>}
          </>
        ),
      },
      { key: 'code', title: t('field.code'), width: 150, copy: true },
      {
        key: 'dataScope',
        title: t('field.dataScope'),
        width: 130,
        text: ({ dataScope }) => t(`dataScope.${dataScope}`),
      },
      {
        key: 'pointCount',
        title: t('field.pointCount'),
        width: 96,
        align: 'end',
        text: ({ isSuper, pointCount }) => (isSuper ? t('everything') : String(pointCount)),
      },
      { key: 'adminCount', title: t('field.adminCount'), width: 112, align: 'end' },
      { key: 'createdBy', title: t('field.createdBy'), width: 112, isOptional: true },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        width: 184,
        text: ({ createdAt }) => formatInstant(createdAt, language),
      },
      {
        key: 'updatedAt',
        title: t('field.updatedAt'),
        width: 184,
        isOptional: true,
        text: ({ updatedAt }) => formatInstant(updatedAt, language),
      },
      { key: 'remark', title: t('field.remark'), width: 180 },
    ],
    [t, language],
  )
}
