import { mostPostbacks, type PostbackRow, postback } from '@kabao/contract/reach/postback'
import { postbackWords } from '@kabao/contract/reach/postback.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { lazy, Suspense, useCallback } from 'react'
import { useNavigate } from 'react-router'
import {
  type ColumnsOf,
  DataTable,
  Page,
  Skeleton,
  useColumns,
  useList,
  usePermission,
  useRemove,
  useRowActions,
  useWords,
  wordsOf,
} from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { PartnerPage, PartnerTabs } from '#partners'
import { useViews } from '../../address.ts'
import { eventText } from '../../delivery/columns.tsx'
import { hookColumns, useTargetActions } from '../../health.tsx'
import { HookViews } from '../../hook-views.tsx'
import { postbacks } from '../../hooks.ts'
import { type ChannelOf, channelLists } from './lists.ts'

const PostbackEdit = lazy(() => import('./edit.tsx'))

/** What a channel is told of the people it brought, and what became of it. */
const PostbackPage = () => (
  <PartnerPage lists={channelLists}>
    {(of, id) => <Postbacks key={`${of.name} ${id}`} of={of} id={id} />}
  </PartnerPage>
)
export default PostbackPage

function Postbacks({ of, id }: { of: ChannelOf; id: string }) {
  const { t } = useWords(postbackWords)
  const { addressOf, edited } = useViews()
  const breadcrumb = ['menu.channel', of.title, 'menu.channel.postback'] as const
  const fallback = (
    <Page breadcrumb={breadcrumb} title={t('title')}>
      <Skeleton shape="form" count={8} />
    </Page>
  )
  if (edited !== null)
    return (
      <Suspense fallback={fallback}>
        <PostbackEdit channelId={id} edited={edited} breadcrumb={breadcrumb} list={addressOf('targets')} />
      </Suspense>
    )
  return (
    <Page breadcrumb={breadcrumb} title={t('title')}>
      <PartnerTabs kind="Channel" of={of} id={id} shown="Postback" />
      <HookViews of={postbacks} owner={{ channelId: id }} targets={<Targets channelId={id} />} />
    </Page>
  )
}

const columns: ColumnsOf<PostbackRow, typeof postbackWords> = (column) => [
  column.text('name', { width: 180, isSticky: true, grows: true }),
  { ...column.text('event', { width: 120 }), text: ({ event }) => eventText(event) },
  ...hookColumns<PostbackRow>(postbacks, column as never),
  column.number('partPercent', { width: 150 }),
  column.number('dailyCap', { width: 110, empty: wordsOf(reachPageWords).t('unlimited') }),
  column.number('delaySeconds', { width: 120, isOptional: true }),
  column.text('method', { width: 80, isOptional: true }),
  column.text('url', { width: 280, isOptional: true, copy: true }),
  column.text('id', { width: 180, isOptional: true, copy: true }),
  column.text('createdBy', { width: 112, isOptional: true }),
  column.instant('createdAt', { isOptional: true }),
  column.text('updatedBy', { width: 112, isOptional: true }),
  column.instant('updatedAt', { isOptional: true }),
]

function Targets({ channelId }: { channelId: string }) {
  const { t } = useWords(postbackWords)
  const page = useWords(reachPageWords)
  const { addressOf } = useViews()
  const navigate = useNavigate()
  // The address of the page names the channel as `id`, which is no filter.
  const { list } = useList(postback.page, { fixed: { channelId, id: undefined } })
  const edit = useCallback(
    (id: string) => void navigate(addressOf('targets', { edit: id })),
    [navigate, addressOf],
  )
  const mayEdit = usePermission(postback.update)
  const shared = useTargetActions(postbacks)
  const remove = useRemove(postback.remove, postbackWords, ({ name }: PostbackRow) => ({ name }))
  const actions = useRowActions<PostbackRow>([
    { key: 'edit', use: postback.update, label: t('action.edit'), run: ({ id }) => edit(id) },
    shared.deliveries,
    shared.resume,
    { key: 'remove', use: postback.remove, label: t('action.remove'), isDanger: true, run: remove },
  ])
  return (
    <DataTable
      list={list}
      columns={useColumns(postbackWords, columns)}
      label={t('title')}
      empty={t('none')}
      actions={actions}
      {...(mayEdit && { onOpen: ({ id }: PostbackRow) => edit(id) })}
    >
      {list.total < mostPostbacks ? (
        <AddButton use={postback.create} onClick={() => edit('new')}>
          {t('add')}
        </AddButton>
      ) : (
        <span>{page.t('most', { most: String(mostPostbacks) })}</span>
      )}
    </DataTable>
  )
}
