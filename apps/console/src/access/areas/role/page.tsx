import { type RoleRow, role } from '@kabao/contract/access/role'
import { roleWords } from '@kabao/contract/access/role.words'
import { lazy, memo, Suspense, useCallback, useState } from 'react'
import { Page, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { RoleList } from './list.tsx'

const RoleEditor = lazy(() => import('./role-editor.tsx'))
const Holders = lazy(() => import('./holders.tsx'))

type Open = { what: 'add' } | { what: 'edit' | 'copy' | 'holders'; row: RoleRow }

/** The roles, which decide what administrators may see and do. */
export default memo(function RolePage() {
  const { t } = useWords(roleWords)
  const [open, setOpen] = useState<Open | null>(null)
  const onOpen = useCallback((what: 'edit' | 'copy' | 'holders', row: RoleRow) => setOpen({ what, row }), [])
  const close = useCallback(() => setOpen(null), [])

  return (
    <Page
      title={t('title')}
      actions={
        <AddButton use={role.create} onClick={() => setOpen({ what: 'add' })}>
          {t('add')}
        </AddButton>
      }
    >
      <RoleList onOpen={onOpen} />
      <Suspense>
        {open?.what === 'add' && <RoleEditor onClose={close} />}
        {open?.what === 'edit' && <RoleEditor id={open.row.id} onClose={close} />}
        {open?.what === 'copy' && <RoleEditor id={open.row.id} isCopy onClose={close} />}
        {open?.what === 'holders' && <Holders row={open.row} onClose={close} />}
      </Suspense>
    </Page>
  )
})
