import { type BlacklistRow, blacklist } from '@kabao/contract/users/blacklist'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { lazy, memo, Suspense } from 'react'
import { Page, useEntryDialog, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { ImportButton } from '#kit/import/import-button.tsx'
import { intoBlacklist } from './import/into.ts'
import { BlacklistList } from './list.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** Values that may not register, be matched or be pushed. */
export default memo(function BlacklistPage() {
  const { t } = useWords(blacklistWords)
  const dialog = useEntryDialog<BlacklistRow>()

  return (
    <Page
      title={t('title')}
      actions={
        <>
          <ImportButton into={intoBlacklist} />
          <AddButton use={blacklist.create} onClick={dialog.add}>
            {t('add')}
          </AddButton>
        </>
      }
    >
      <BlacklistList onEdit={dialog.edit} />
      <Suspense>{dialog.opened && <EntryDialog {...dialog.opened} onClose={dialog.close} />}</Suspense>
    </Page>
  )
})
