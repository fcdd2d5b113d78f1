import { exportWords } from '@kabao/contract/kernel/export.words'
import { exportTask } from '@kabao/contract/operations/export-task'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { ExportList } from './list.tsx'

/** One's own exports, with their progress and files. */
export default memo(function MyExportsPage() {
  const { t } = useWords(exportWords)
  return (
    <Page title={t('title')}>
      <ExportList endpoint={exportTask.mine} label={t('title')} />
    </Page>
  )
})
