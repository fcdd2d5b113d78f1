import { auditWords } from '@kabao/contract/operations/audit.words'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { AuditList } from './list.tsx'

/** The audit log: who did what to which target and when, including refused acts. */
export default memo(function AuditPage() {
  const { t } = useWords(auditWords)
  return (
    <Page title={t('title')}>
      <AuditList />
    </Page>
  )
})
