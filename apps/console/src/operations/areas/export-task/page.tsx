import { exportWords } from '@kabao/contract/kernel/export.words'
import { exportTask } from '@kabao/contract/operations/export-task'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { ExportList } from './list.tsx'

/** All exports, with their owners; only the owner can download a file. */
export default memo(function ExportPage() {
  const { t } = useWords(exportWords)
  return (
    <Page title={t('everybody')}>
      <ExportList endpoint={exportTask.page} label={t('everybody')} showsWho />
    </Page>
  )
})
