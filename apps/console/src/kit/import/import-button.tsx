import { importWords } from '@kabao/contract/kernel/import.words'
import { lazy, Suspense } from 'react'
import { Button } from '../controls/button.ts'
import { useOpenPart } from '../detail/use-open.ts'
import { IconUpload } from '../icons.ts'
import { usePermission } from '../session/permission.tsx'
import { useWords } from '../words/words.ts'
import type { ImportInto } from './into.ts'

const ImportDialog = lazy(() => import('./dialog.tsx'))

/** The button of the import dialog, for users with the permission; the address stores whether the dialog is open. */
export function ImportButton({ into }: { into: ImportInto }) {
  const { t } = useWords(importWords)
  const [isOpen, setOpen] = useOpenPart('import')
  if (!usePermission(into.use.importStart)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      <Suspense>{isOpen && <ImportDialog into={into} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
