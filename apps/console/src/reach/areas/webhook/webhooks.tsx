import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { type WebhookRow, webhook } from '@kabao/contract/reach/webhook'
import { webhookWords } from '@kabao/contract/reach/webhook.words'
import { lazy, Suspense, useMemo, useState } from 'react'
import {
  type ColumnsOf,
  DataTable,
  Pager,
  useColumns,
  useList,
  usePermission,
  useRemove,
  useRowActions,
  useSend,
  useWords,
  wordsOf,
} from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { useEntryDialog } from '#kit/crud/use-entry-dialog.ts'
import { eventText } from '../../delivery/columns.tsx'
import { hookColumns, useTargetActions } from '../../health.tsx'
import { HookViews } from '../../hook-views.tsx'
import { webhooks } from '../../hooks.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))
const TryDialog = lazy(() => import('./try-dialog.tsx'))
const ChangeSecret = lazy(() => import('#partners/api-key/change-secret.tsx'))
const KeyOnce = lazy(() => import('#partners/api-key/key-once.tsx'))

/** The webhooks of an organization, or of all and of the company, with their deliveries. */
export default function Webhooks({ orgId }: { orgId?: string }) {
  const owner = useMemo(() => (orgId === undefined ? {} : { orgId }), [orgId])
  return <HookViews of={webhooks} owner={owner} targets={<Targets orgId={orgId} />} />
}

const columnsOf =
  (isOfOrg: boolean): ColumnsOf<WebhookRow, typeof webhookWords> =>
  (column) => [
    column.text('name', { width: 180, isSticky: true, grows: true }),
    ...(isOfOrg ? [] : [column.text('orgName', { width: 140, empty: wordsOf(reachPageWords).t('company') })]),
    ...hookColumns<WebhookRow>(webhooks, column as never),
    {
      ...column.text('events', { width: 220, grows: true }),
      text: ({ events }) => events.map(eventText).join(column.language === 'zh-CN' ? '、' : ', '),
    },
    column.instant('previousEndsAt', { isOptional: true }),
    column.text('url', { width: 280, isOptional: true, copy: true }),
    column.text('id', { width: 180, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt', { isOptional: true }),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]

function Targets({ orgId }: { orgId: string | undefined }) {
  const { t } = useWords(webhookWords)
  const page = useWords(reachPageWords)
  // The address of the page names the organization as `id`, which is no filter.
  const { list } = useList(webhook.page, { fixed: Object.assign({ id: undefined }, orgId && { orgId }) })
  const dialog = useEntryDialog<WebhookRow>()
  const [tried, setTried] = useState<WebhookRow | null>(null)
  const [changed, setChanged] = useState<WebhookRow | null>(null)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const changing = useSend(webhook.newSecret)
  const mayEdit = usePermission(webhook.update)
  const shared = useTargetActions(webhooks)
  const remove = useRemove(webhook.remove, webhookWords, ({ name }: WebhookRow) => ({ name }))
  const actions = useRowActions<WebhookRow>([
    { key: 'edit', use: webhook.update, label: t('action.edit'), run: dialog.edit },
    shared.deliveries,
    { key: 'try', use: webhook.try, label: page.t('action.try'), run: setTried },
    shared.resume,
    { key: 'secret', use: webhook.newSecret, label: page.t('action.secret'), run: setChanged },
    { key: 'remove', use: webhook.remove, label: t('action.remove'), isDanger: true, run: remove },
  ])
  const isOfOrg = orgId !== undefined
  const columns = useMemo(() => columnsOf(isOfOrg), [isOfOrg])
  return (
    <>
      <DataTable
        list={list}
        columns={useColumns(webhookWords, columns)}
        label={t('title')}
        actions={actions}
        {...(mayEdit && { onOpen: dialog.edit })}
      >
        <AddButton use={webhook.create} onClick={dialog.add}>
          {t('add')}
        </AddButton>
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {dialog.opened && (
          <EntryDialog
            {...(dialog.opened.entry && { entry: dialog.opened.entry })}
            orgId={orgId}
            onMade={setMade}
            onClose={dialog.close}
          />
        )}
        {tried && <TryDialog row={tried} onClose={() => setTried(null)} />}
        {changed && (
          <ChangeSecret
            name={changed.name}
            isPending={changing.isPending}
            change={async (overlapDays) =>
              setMade(await changing.mutateAsync({ params: { id: changed.id }, body: { overlapDays } }))
            }
            onClose={() => setChanged(null)}
          />
        )}
        {made && <KeyOnce made={{ key: made.name, secret: made.secret }} onClose={() => setMade(null)} />}
      </Suspense>
    </>
  )
}
