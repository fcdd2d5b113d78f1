import { planWords } from '@kabao/contract/supply/plan.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { lazy, Suspense } from 'react'
import { Page, StateChoice, useColumns, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { columns } from './columns.tsx'
import { PlanFilters } from './filters.tsx'
import type { PlanList } from './lists.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** One of the two lists of plans. */
export function PlanPage({ of }: { of: PlanList }) {
  const { calls, machine, name } = of
  const { t } = useWords(planWords)
  const page = useWords(planPageWords)
  const entries = useEntries(of, planPageWords, {
    whyNotEdit: ({ status }) => (status === 'ended' ? page.t('ended') : undefined),
  })
  const { filters, panel, form } = entries
  return (
    <Page
      title={t(`title.${name}`)}
      actions={
        <AddButton use={calls.create} onClick={entries.add}>
          {t(`add.${name}`)}
        </AddButton>
      }
    >
      <StateChoice label={page.t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <PlanFilters of={of} filters={filters} />
      <EntryTable of={entries} columns={useColumns(planWords, columns)} label={t(`title.${name}`)} />
      <Suspense>{panel && <DetailPanel of={of} {...panel} />}</Suspense>
      <Suspense>{form && <EntryDialog of={of} {...form} />}</Suspense>
    </Page>
  )
}
