import { noticeKinds } from '@kabao/contract/kernel/notice-kind'
import { type NoticeTargetRow, notice, noticeTargetKinds } from '@kabao/contract/reach/notice'
import { noticeWords } from '@kabao/contract/reach/notice.words'
import { lazy, Suspense, useState } from 'react'
import {
  type ColumnsOf,
  DataTable,
  FilterBar,
  optionsOf,
  Pager,
  SelectField,
  useColumns,
  useList,
  usePermission,
  useRemove,
  useRowActions,
  useWords,
} from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { useEntryDialog } from '#kit/crud/use-entry-dialog.ts'
import { healthColumns, useTargetActions } from '../../health.tsx'
import { HookViews } from '../../hook-views.tsx'
import { kindText, notices } from './kind.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))
const TryPanel = lazy(() => import('./try-panel.tsx'))
const NoticeTable = lazy(() => import('./table.tsx'))

const nobody = {}

/** Who is told of what outside the console, with the deliveries. */
const Notices = () => <HookViews of={notices} owner={nobody} targets={<Targets />} table={<NoticeTable />} />
export default Notices

/** Where a target is: the host of a robot, the addresses of e-mail, or the role. */
const placeOf = ({ kind, host, addresses, roleName }: NoticeTargetRow): string =>
  kind === 'mail' ? addresses.join(', ') : ((kind === 'role' ? roleName : host) ?? '')

const columnsOf: ColumnsOf<NoticeTargetRow, typeof noticeWords> = (column) => {
  const { t, language } = column
  const between = language === 'zh-CN' ? '、' : ', '
  return [
    column.text('name', { width: 150, isSticky: true, grows: true }),
    { ...column.text('kind', { width: 150 }), text: ({ kind }) => t(`kind.${kind}`) },
    ...healthColumns<NoticeTargetRow>(notices),
    { key: '_place', title: t('field.place'), width: 190, grows: true, text: placeOf },
    {
      ...column.text('kinds', { width: 220, grows: true }),
      text: ({ kinds }) => kinds.map(kindText).join(between),
    },
    { ...column.text('digest', { width: 130 }), text: ({ digest }) => t(`digest.${digest}`) },
    {
      key: '_quiet',
      title: t('field.quiet'),
      width: 120,
      text: ({ quietFrom, quietTo }) => (quietFrom === null ? '' : `${quietFrom}–${quietTo}`),
    },
    {
      ...column.text('language', { width: 96, isOptional: true }),
      text: (row) => t(`language.${row.language}`),
    },
    column.text('sender', { width: 180, isOptional: true }),
    column.text('id', { width: 180, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt', { isOptional: true }),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}

function Targets() {
  const { t } = useWords(noticeWords)
  const { list, filters } = useList(notice.page)
  const dialog = useEntryDialog<NoticeTargetRow>()
  const [tried, setTried] = useState<NoticeTargetRow | null>(null)
  const mayEdit = usePermission(notice.update)
  const shared = useTargetActions(notices)
  const remove = useRemove(notice.remove, noticeWords, ({ name }: NoticeTargetRow) => ({ name }))
  const actions = useRowActions<NoticeTargetRow>([
    { key: 'edit', use: notice.update, label: t('action.edit'), run: dialog.edit },
    { key: 'try', use: notice.try, label: t('action.try'), run: setTried },
    shared.deliveries,
    shared.resume,
    { key: 'remove', use: notice.remove, label: t('action.remove'), isDanger: true, run: remove },
  ])
  return (
    <>
      <FilterBar filters={filters}>
        <SelectField
          label={t('field.kind')}
          options={optionsOf(noticeTargetKinds, (kind) => t(`kind.${kind}`))}
          {...filters.filter('kind')}
        />
        <SelectField
          label={t('field.about')}
          options={optionsOf(noticeKinds, kindText)}
          {...filters.filter('about')}
        />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(noticeWords, columnsOf)}
        label={t('title')}
        actions={actions}
        {...(mayEdit && { onOpen: dialog.edit })}
      >
        <AddButton use={notice.create} onClick={dialog.add}>
          {t('add')}
        </AddButton>
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {dialog.opened && (
          <EntryDialog
            {...(dialog.opened.entry && { entry: dialog.opened.entry })}
            onMade={setTried}
            onClose={dialog.close}
          />
        )}
        {tried && <TryPanel row={tried} onClose={() => setTried(null)} />}
      </Suspense>
    </>
  )
}
