import type { PlanRow } from '@kabao/contract/plan'
import { planWords } from '@kabao/contract/plan.words'
import { lazy, Suspense } from 'react'
import { Button, Can, IconPlus, Page, useEntryDialog, useWords } from '#kit'
import { PlanTable } from './list.tsx'
import type { PlanList } from './lists.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** One of the two lists of plans. */
export function PlanPage({ of }: { of: PlanList }) {
  const { t } = useWords(planWords)
  const dialog = useEntryDialog<Pick<PlanRow, 'id'>>()

  return (
    <Page
      breadcrumb={['menu.plan', of.title]}
      title={t(`title.${of.name}`)}
      actions={
        <Can use={of.calls.create}>
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={dialog.add}>
            {t(`add.${of.name}`)}
          </Button>
        </Can>
      }
    >
      <PlanTable of={of} onEdit={dialog.edit} onCopy={dialog.copy} />
      <Suspense>
        {dialog.opened && <EntryDialog of={of} {...dialog.opened} onClose={dialog.close} />}
      </Suspense>
    </Page>
  )
}
