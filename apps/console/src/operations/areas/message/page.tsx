import { pathOfPage } from '@kabao/contract/app/menu'
import { type MessageItem, message, messageKinds, messageStatuses } from '@kabao/contract/operations/message'
import { messageWords } from '@kabao/contract/operations/message.words'
import { memo, useMemo } from 'react'
import { useNavigate } from 'react-router'
import {
  Button,
  DataTable,
  DateRangeField,
  FilterBar,
  Page,
  Pager,
  SelectField,
  SelectionBar,
  useList,
  useOptions,
  useSelection,
  useSend,
  useWords,
} from '#kit'
import { useColumns } from './columns.tsx'

/** All messages of the signed-in administrator. */
export default memo(function MessagePage() {
  const { t } = useWords(messageWords)
  const navigate = useNavigate()
  const { list, filters } = useList(message.page)
  const selection = useSelection(filters)
  const columns = useColumns()
  const { mutate: read, isPending } = useSend(message.read)
  const { mutate: readAll, isPending: isReadingAll } = useSend(message.readAll)
  const options = useOptions(t, { 'tab.title': messageKinds, status: messageStatuses })
  const actions = useMemo(
    () => (row: MessageItem) => {
      const path = row.link && pathOfPage(row.link.name)
      const mark = () => row.status === 0 && read({ body: { ids: [row.id] } })
      const open = () => {
        mark()
        void navigate({
          pathname: path ?? '',
          search: new URLSearchParams(row.link?.query).toString(),
        })
      }
      return [
        ...(row.status === 0 ? [{ key: 'read', label: t('action.read'), onSelect: mark }] : []),
        ...(path ? [{ key: 'open', label: t('action.open'), onSelect: open }] : []),
      ]
    },
    [t, read, navigate],
  )
  const readSelected = () =>
    read({ body: { ids: [...selection.ids] } }, { onSuccess: () => selection.clear() })

  return (
    <Page
      title={t('label')}
      actions={
        <Button variant="default" loading={isReadingAll} onClick={() => readAll({ body: {} })}>
          {t('action.readAll')}
        </Button>
      }
    >
      <FilterBar filters={filters}>
        <SelectField label={t('field.kind')} options={options['tab.title']} {...filters.filter('kind')} />
        <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
        <DateRangeField label={t('field.time')} {...filters.range('createdFrom', 'createdTo')} />
      </FilterBar>
      <DataTable list={list} columns={columns} label={t('label')} selection={selection} actions={actions}>
        <SelectionBar selection={selection}>
          <Button variant="light" loading={isPending} onClick={readSelected}>
            {t('action.read')}
          </Button>
        </SelectionBar>
      </DataTable>
      <Pager list={list} />
    </Page>
  )
})
