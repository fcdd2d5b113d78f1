import { orgWords } from '@kabao/contract/supply/org.words'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { inUse, Page, StateChoice, useColumns, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { partnerAddress } from '#partners'
import { columns } from './columns.tsx'
import { OrgFilters } from './filters.tsx'
import type { OrgList } from './lists.ts'
import { plansAddress } from './plans-address.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** One of the two lists of organizations. */
export function OrgPage({ of }: { of: OrgList }) {
  const { calls, machine, name } = of
  const { t } = useWords(orgWords)
  const navigate = useNavigate()
  const entries = useEntries(of, orgWords, {
    whyNotRemove: (row) => inUse(row) ?? (row.balanceFen === 0 ? undefined : t('remove.holdsMoney')),
    more: [
      { key: 'plans', label: t('action.plans'), run: ({ id }) => void navigate(plansAddress(of, id)) },
      {
        key: 'template',
        use: calls.template,
        label: t('action.template'),
        run: ({ id }) => void navigate(partnerAddress('Org', of, id)('Connection')),
      },
      {
        key: 'requests',
        use: calls.requests,
        label: t('action.requests'),
        run: ({ id }) => void navigate(partnerAddress('Org', of, id)('Requests')),
      },
    ],
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
      <StateChoice label={t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <OrgFilters of={of} filters={filters} />
      <EntryTable of={entries} columns={useColumns(orgWords, columns)} label={t(`title.${name}`)} />
      <Suspense>{panel && <DetailPanel of={of} {...panel} />}</Suspense>
      <Suspense>{form && <EntryDialog of={of} {...form} />}</Suspense>
    </Page>
  )
}
