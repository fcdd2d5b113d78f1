import { type BlacklistRow, blacklist } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { blacklistImport } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { lazy, memo, Suspense } from 'react'
import {
  Button,
  Can,
  IconPlus,
  IconUpload,
  Page,
  useEntryDialog,
  useOpenPart,
  usePermission,
  useWords,
} from '#kit'
import { BlacklistList } from './list.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))
const ImportDialog = lazy(() => import('./import/dialog.tsx'))

/** Values that may not register, be matched or be pushed. */
export default memo(function BlacklistPage() {
  const { t } = useWords(blacklistWords)
  const dialog = useEntryDialog<BlacklistRow>()
  const imports = useWords(blacklistImportWords)
  const [isImporting, setImporting] = useOpenPart('import')
  const mayImport = usePermission(blacklistImport.importStart)

  return (
    <Page
      breadcrumb={['menu.user', 'menu.user.blackList']}
      title={t('title')}
      actions={
        <>
          <Can use={blacklistImport.importStart}>
            <Button
              variant="default"
              leftSection={<IconUpload size={14} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {imports.t('open')}
            </Button>
          </Can>
          <Can use={blacklist.create}>
            <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={dialog.add}>
              {t('add')}
            </Button>
          </Can>
        </>
      }
    >
      <BlacklistList onEdit={dialog.edit} />
      <Suspense>{dialog.opened && <EntryDialog {...dialog.opened} onClose={dialog.close} />}</Suspense>
      <Suspense>{isImporting && mayImport && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
    </Page>
  )
})
