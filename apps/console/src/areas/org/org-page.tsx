import type { OrgRow } from '@kabao/contract/org'
import { orgWords } from '@kabao/contract/org.words'
import { lazy, Suspense } from 'react'
import { Button, Can, IconPlus, Page, useEntryDialog, useWords } from '#kit'
import { OrgTable } from './list.tsx'
import type { OrgList } from './lists.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** One of the two lists of organizations. */
export function OrgPage({ of }: { of: OrgList }) {
  const { t } = useWords(orgWords)
  const dialog = useEntryDialog<Pick<OrgRow, 'id'>>()

  return (
    <Page
      breadcrumb={['menu.org', of.title]}
      title={t(`title.${of.name}`)}
      actions={
        <Can use={of.calls.create}>
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={dialog.add}>
            {t(`add.${of.name}`)}
          </Button>
        </Can>
      }
    >
      <OrgTable of={of} onEdit={dialog.edit} onCopy={dialog.copy} />
      <Suspense>
        {dialog.opened && <EntryDialog of={of} {...dialog.opened} onClose={dialog.close} />}
      </Suspense>
    </Page>
  )
}
