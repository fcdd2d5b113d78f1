import type { PushPlanRow } from '@kabao/contract/push-plan'
import { pushPlan } from '@kabao/contract/push-plan'
import { pushPlanWords } from '@kabao/contract/push-plan.words'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { Button, Can, IconPlus, Page, useEntryDialog, useWords } from '#kit'
import { PushPlanTable } from './list.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** The push plans: which audiences are sent to which plans. @param tabs the other lists of the same page */
export default memo(function PushPlanPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(pushPlanWords)
  const dialog = useEntryDialog<Pick<PushPlanRow, 'id'>>()
  return (
    <Page
      breadcrumb={['menu.plan', 'menu.plan.pushList']}
      title={t('title')}
      actions={
        <Can use={pushPlan.create}>
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={dialog.add}>
            {t('add')}
          </Button>
        </Can>
      }
    >
      {tabs}
      <PushPlanTable onEdit={dialog.edit} onCopy={dialog.copy} />
      <Suspense>{dialog.opened && <EntryDialog {...dialog.opened} onClose={dialog.close} />}</Suspense>
    </Page>
  )
})
