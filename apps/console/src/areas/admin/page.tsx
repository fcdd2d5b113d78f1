import { type AdminRow, admin, type MadePassword } from '@kabao/contract/admin'
import { adminWords } from '@kabao/contract/admin.words'
import { lazy, memo, Suspense, useCallback, useState } from 'react'
import { Button, Can, IconPlus, Page, useWords } from '#kit'
import { AdminList } from './list.tsx'

const AdminDialog = lazy(() => import('./admin-dialog.tsx'))
const PasswordOnce = lazy(() => import('./password-once.tsx'))

/** Who works in the console. */
export default memo(function AdminPage() {
  const { t } = useWords(adminWords)
  const [dialog, setDialog] = useState<{ entry?: AdminRow } | null>(null)
  const [made, setMade] = useState<MadePassword | null>(null)
  const edit = useCallback((entry: AdminRow) => setDialog({ entry }), [])
  const close = useCallback(() => setDialog(null), [])

  return (
    <Page
      breadcrumb={['menu.admin', 'menu.admin.list']}
      title={t('title')}
      actions={
        <Can use={admin.create}>
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setDialog({})}>
            {t('add')}
          </Button>
        </Can>
      }
    >
      <AdminList onEdit={edit} onMade={setMade} />
      <Suspense>
        {dialog && <AdminDialog {...dialog} onClose={close} onMade={setMade} />}
        {made && <PasswordOnce made={made} onClose={() => setMade(null)} />}
      </Suspense>
    </Page>
  )
})
