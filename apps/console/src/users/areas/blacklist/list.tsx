import {
  type BlacklistRow,
  blacklist,
  blacklistKinds,
  blacklistSources,
} from '@kabao/contract/users/blacklist'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { memo } from 'react'
import {
  DataTable,
  DateRangeField,
  FilterBar,
  type ListFilters,
  Pager,
  RemoveRows,
  SelectField,
  SelectionBar,
  TextFilter,
  useColumns,
  useList,
  useOptions,
  usePermission,
  useRemove,
  useReveal,
  useRowActions,
  useSelection,
  useWords,
} from '#kit'
import { columns } from './columns.ts'

const isMasked = ({ kind }: BlacklistRow) => kind === 'phone' || kind === 'idNumber'

export const BlacklistList = memo(function BlacklistList({
  onEdit,
}: {
  onEdit: (entry: BlacklistRow) => void
}) {
  const { t } = useWords(blacklistWords)
  const { list, filters } = useList(blacklist.page)
  const selection = useSelection(filters)
  const mayRemove = usePermission(blacklist.remove)
  const reveal = useReveal(blacklist.reveal)
  const remove = useRemove(blacklist.remove, blacklistWords, ({ kind, value }: BlacklistRow, t) => ({
    kind: t(`kind.${kind}`),
    value,
  }))
  const actions = useRowActions<BlacklistRow>([
    { key: 'edit', use: blacklist.update, label: t('action.edit'), run: onEdit },
    {
      key: 'reveal',
      use: blacklist.reveal,
      label: t('action.reveal'),
      when: isMasked,
      run: ({ id }) => reveal.reveal(id),
    },
    { key: 'remove', use: blacklist.remove, label: t('action.remove'), run: remove, isDanger: true },
  ])

  return (
    <>
      <Filters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(blacklistWords, columns, reveal)}
        label={t('title')}
        selection={mayRemove ? selection : undefined}
        actions={actions}
        exporting={blacklist.export}
      >
        <SelectionBar selection={selection}>
          <RemoveRows use={blacklist.removeMany} words={blacklistWords} selection={selection} />
        </SelectionBar>
      </DataTable>
      <Pager list={list} />
    </>
  )
})

const choices = {
  kind: blacklistKinds,
  source: blacklistSources,
  state: ['active', 'expired'],
} as const

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof blacklist.page> }) {
  const { t } = useWords(blacklistWords)
  const options = useOptions(t, choices)
  return (
    <FilterBar filters={filters}>
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <TextFilter label={t('field.value')} placeholder={t('wholeValue')} {...filters.filter('value')} />
      <SelectField label={t('field.source')} options={options.source} {...filters.filter('source')} />
      <SelectField label={t('field.state')} options={options.state} {...filters.filter('state')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
