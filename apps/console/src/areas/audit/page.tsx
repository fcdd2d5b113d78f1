import { auditWords } from '@kabao/contract/audit.words'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { AuditList } from './list.tsx'

/** Who did what when to which target, and what was refused. */
export default memo(function AuditPage() {
  const { t } = useWords(auditWords)
  return (
    <Page breadcrumb={['menu.admin', 'menu.admin.auditLog']} title={t('title')}>
      <AuditList />
    </Page>
  )
})
