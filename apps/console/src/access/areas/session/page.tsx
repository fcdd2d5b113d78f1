import { type SessionRow, session } from '@kabao/contract/access/session'
import { sessionWords } from '@kabao/contract/access/session.words'
import { memo, useCallback, useMemo } from 'react'
import {
  ask,
  Badge,
  type Column,
  DataTable,
  FilterBar,
  message,
  Page,
  Pager,
  TextFilter,
  timeLooks,
  useList,
  usePermission,
  useSend,
  useWords,
  wordsOf,
} from '#kit'

/** The open sessions of all administrators, with a button that ends a session. */
export default memo(function SessionPage() {
  const { t } = useWords(sessionWords)
  const { list, filters } = useList(session.page)
  const columns = useColumns()
  const end = useEnd()
  const mayEnd = usePermission(session.end)
  const actions = useMemo(
    () => (row: SessionRow) =>
      row.isManageable
        ? [{ key: 'end', label: t('action.end'), isDanger: true, onSelect: () => end(row) }]
        : [],
    [t, end],
  )
  return (
    <Page title={t('title')}>
      <FilterBar filters={filters}>
        <TextFilter label={t('field.username')} placeholder={t('whole')} {...filters.filter('username')} />
      </FilterBar>
      <DataTable list={list} columns={columns} label={t('title')} actions={mayEnd ? actions : undefined} />
      <Pager list={list} />
    </Page>
  )
})

function useColumns(): Column<SessionRow>[] {
  const { t, language } = useWords(sessionWords)
  return useMemo(
    (): Column<SessionRow>[] => [
      { key: 'username', title: t('field.username'), width: 140, copy: true },
      { key: 'name', title: t('field.name'), width: 120 },
      {
        key: 'device',
        title: t('field.device'),
        width: 220,
        grows: true,
        text: ({ device, isCurrent }) => `${device}${isCurrent ? ` ${t('current')}` : ''}`,
        render: ({ device, isCurrent }) => (
          <>
            {device} {isCurrent && <Badge color="green">{t('current')}</Badge>}
          </>
        ),
      },
      { key: 'way', title: t('field.way'), width: 130, text: ({ way }) => t(`way.${way}`) },
      { key: 'ip', title: t('field.ip'), width: 150, copy: true },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        ...timeLooks(({ createdAt }) => createdAt, language),
      },
      {
        key: 'lastSeenAt',
        title: t('field.lastSeenAt'),
        ...timeLooks(({ lastSeenAt }) => lastSeenAt, language),
      },
    ],
    [t, language],
  )
}

function useEnd(): (row: SessionRow) => void {
  const { mutateAsync } = useSend(session.end)
  return useCallback(
    (row) => {
      const { t } = wordsOf(sessionWords)
      void ask({
        title: t('end.title'),
        text: t(row.isCurrent ? 'end.textCurrent' : 'end.text', { name: row.name, username: row.username }),
        action: t('action.end'),
        isDanger: true,
        run: async () => {
          await mutateAsync({ params: { id: row.id } })
          message.success(t('end.done'))
        },
      })
    },
    [mutateAsync],
  )
}
