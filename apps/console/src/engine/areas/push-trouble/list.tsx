import { pathOfPage } from '@kabao/contract/app/menu'
import { push } from '@kabao/contract/engine/push'
import { type PushTroubleRow, pushTrouble } from '@kabao/contract/engine/push-trouble'
import { pushTroubleWords } from '@kabao/contract/engine/push-trouble.words'
import { lazy, memo, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { DataTable, type List, Pager, useAct, useColumns, useRowActions, useWords } from '#kit'
import { columns } from './columns.tsx'

const HandleDialog = lazy(() => import('./handle-dialog.tsx'))

/** Each row opens the record of its push, where it is sent again or settled. */
export const PushTroubleList = memo(function PushTroubleList({ list }: { list: List<PushTroubleRow> }) {
  const { t } = useWords(pushTroubleWords)
  const [handled, setHandled] = useState<{ row: PushTroubleRow; act: 'assign' | 'close' } | null>(null)
  const navigate = useNavigate()
  const take = useAct(
    pushTrouble.take,
    (_row: PushTroubleRow) => ({
      title: t('take.title'),
      action: t('action.take'),
      done: () => t('take.done'),
    }),
    { inputFor: ({ id, version }) => ({ params: { id }, body: { version } }) },
  )
  const isOpen = ({ closedAt }: PushTroubleRow) => closedAt === null
  const onOpen = ({ pushId }: PushTroubleRow) => void navigate(`${pathOfPage('PlanPushList')}?open=${pushId}`)
  const actions = useRowActions<PushTroubleRow>([
    { key: 'open', use: push.get, label: t('action.open'), run: onOpen },
    {
      key: 'take',
      use: pushTrouble.take,
      label: t('action.take'),
      when: isOpen,
      run: take,
    },
    {
      key: 'assign',
      use: pushTrouble.assign,
      label: t('action.assign'),
      when: isOpen,
      run: (row) => setHandled({ row, act: 'assign' }),
    },
    {
      key: 'close',
      use: pushTrouble.close,
      label: t('action.close'),
      when: (row) => isOpen(row) && row.status !== 'unknown',
      run: (row) => setHandled({ row, act: 'close' }),
      isDanger: true,
    },
  ])
  return (
    <>
      <DataTable
        list={list}
        columns={useColumns(pushTroubleWords, columns)}
        label={t('title')}
        actions={actions}
        exporting={pushTrouble.export}
      />
      <Pager list={list} />
      <Suspense>{handled && <HandleDialog {...handled} onClose={() => setHandled(null)} />}</Suspense>
    </>
  )
})
