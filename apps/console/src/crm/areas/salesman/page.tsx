import { type SalesmanLeave, type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { salesmanMachine } from '@kabao/contract/crm/salesman-machine'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { Page, StateChoice, useColumns, useReveal, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { columns } from './columns.tsx'
import { SalesmanFilters } from './filters.tsx'
import { ofDetails, salesmen } from './lists.ts'
import { useAskingActs } from './use-asking-acts.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))
const PlanDialog = lazy(() => import('./plan-dialog.tsx'))
const LeaveDialog = lazy(() => import('./leave-dialog.tsx'))

/** The salesmen, by state. @param tabs the other lists of the same page */
export default memo(function SalesmanPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(salesmanWords)
  const revealing = useReveal(salesman.reveal)
  const [leaving, setLeaving] = useState<{ act: 'goOnLeave' | 'leave'; row: SalesmanRow } | null>(null)
  const [planning, setPlanning] = useState<{ row: SalesmanRow; leave?: SalesmanLeave } | null>(null)
  const entries = useEntries(salesmen, salesmanWords, {
    ofDetails,
    more: [
      ...useAskingActs((act, row) => setLeaving({ act, row })),
      {
        key: 'planLeave',
        use: salesman.planLeave,
        label: t('action.planLeave'),
        when: ({ status }) => status !== 'left',
        run: (row) => setPlanning({ row }),
      },
      {
        key: 'reveal',
        use: salesman.reveal,
        label: t('action.reveal'),
        when: ({ phone }) => phone !== '',
        run: ({ id }) => revealing.reveal(id),
      },
    ],
  })
  const { filters, panel, form } = entries
  return (
    <Page
      title={t('title')}
      actions={
        <AddButton use={salesman.create} onClick={entries.add}>
          {t('add')}
        </AddButton>
      }
    >
      {tabs}
      <StateChoice label={t('tabs')} machine={salesmanMachine} counts={salesman.counts} filters={filters} />
      <SalesmanFilters filters={filters} />
      <EntryTable of={entries} columns={useColumns(salesmanWords, columns, revealing)} label={t('title')} />
      <Suspense>
        {panel && (
          <DetailPanel
            {...panel}
            onLeave={(act, row) => setLeaving({ act, row })}
            onPlan={(row, leave) => setPlanning({ row, ...(leave && { leave }) })}
          />
        )}
      </Suspense>
      <Suspense>{form && <EntryDialog {...form} />}</Suspense>
      <Suspense>{planning && <PlanDialog {...planning} onClose={() => setPlanning(null)} />}</Suspense>
      <Suspense>{leaving && <LeaveDialog {...leaving} onClose={() => setLeaving(null)} />}</Suspense>
    </Page>
  )
})
