import { planWords } from '@kabao/contract/supply/plan.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { lazy, Suspense } from 'react'
import { Page, StateChoice, useColumns, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { useLeadTo } from '#kit/page/way-back.ts'
import { columns } from './columns.tsx'
import { PlanFilters } from './filters.tsx'
import { formAddress, type PlanList } from './lists.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

/** One of the two lists of plans. */
export function PlanPage({ of }: { of: PlanList }) {
  const { calls, machine, name } = of
  const { t } = useWords(planWords)
  const page = useWords(planPageWords)
  const leadTo = useLeadTo()
  const entries = useEntries(of, planPageWords, {
    onForm: (which) => leadTo(formAddress(of, which)),
    whyNotEdit: ({ status }) => (status === 'ended' ? page.t('ended') : undefined),
  })
  const { filters, panel } = entries
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
    </Page>
  )
}
