import { pushPlan } from '@kabao/contract/engine/push-plan'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushPlanMachine } from '@kabao/contract/engine/push-plan-machine'
import { pushPlanPageWords } from '@kabao/contract/engine/push-plan-page.words'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { Page, StateChoice, useColumns, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { columns } from './columns.tsx'
import { PushPlanFilters } from './filters.tsx'
import { pushPlanList } from './list.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** The parameters of the address that belong to the open details alone; `tab` is the page's own. */
const ofDetails: readonly string[] = []

/** The push plans: which audiences are sent to which plans. @param tabs the other lists of the same page */
export default memo(function PushPlanPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(pushPlanWords)
  const page = useWords(pushPlanPageWords)
  const entries = useEntries(pushPlanList, pushPlanPageWords, {
    whyNotEdit: ({ status }) => (status === 'draft' ? undefined : page.t('fixed')),
    ofDetails,
  })
  const { filters, panel, form } = entries
  return (
    <Page
      title={t('title')}
      actions={
        <AddButton use={pushPlan.create} onClick={entries.add}>
          {t('add')}
        </AddButton>
      }
    >
      {tabs}
      <StateChoice
        label={page.t('tabs')}
        machine={pushPlanMachine}
        counts={pushPlan.counts}
        filters={filters}
      />
      <PushPlanFilters filters={filters} />
      <EntryTable of={entries} columns={useColumns(pushPlanWords, columns)} label={t('title')} />
      <Suspense>{panel && <DetailPanel {...panel} />}</Suspense>
      <Suspense>{form && <EntryDialog {...form} />}</Suspense>
    </Page>
  )
})
