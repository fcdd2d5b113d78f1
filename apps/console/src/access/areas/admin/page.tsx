import { type AdminRow, admin, type MadePassword } from '@kabao/contract/access/admin'
import { adminWords } from '@kabao/contract/access/admin.words'
import { lazy, memo, Suspense, useState } from 'react'
import { Page, useEntryDialog, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { AdminList } from './list.tsx'

const AdminDialog = lazy(() => import('./admin-dialog.tsx'))
const TokensOfAccount = lazy(() => import('../../access-token/of-account.tsx'))
const Identity = lazy(() => import('./identity.tsx'))
const PasswordOnce = lazy(() => import('./password-once.tsx'))

/** The administrators of the console. */
export default memo(function AdminPage() {
  const { t } = useWords(adminWords)
  const dialog = useEntryDialog<AdminRow>()
  const [tokensOf, setTokensOf] = useState<AdminRow | null>(null)
  const [identityOf, setIdentityOf] = useState<AdminRow | null>(null)
  const [made, setMade] = useState<MadePassword | null>(null)

  return (
    <Page
      title={t('title')}
      actions={
        <AddButton use={admin.create} onClick={dialog.add}>
          {t('add')}
        </AddButton>
      }
    >
      <AdminList onEdit={dialog.edit} onMade={setMade} onTokens={setTokensOf} onIdentity={setIdentityOf} />
      <Suspense>
        {dialog.opened && <AdminDialog {...dialog.opened} onClose={dialog.close} onMade={setMade} />}
        {tokensOf && <TokensOfAccount row={tokensOf} onClose={() => setTokensOf(null)} />}
        {identityOf && <Identity row={identityOf} onClose={() => setIdentityOf(null)} />}
        {made && <PasswordOnce made={made} onClose={() => setMade(null)} />}
      </Suspense>
    </Page>
  )
})
