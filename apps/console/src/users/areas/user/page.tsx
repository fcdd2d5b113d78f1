import { userWords } from '@kabao/contract/users/user.words'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { ImportButton } from '#kit/import/import-button.tsx'
import { intoUsers } from './into.ts'
import { UserList } from './list.tsx'

/** The registered users. */
export default memo(function UserPage() {
  const { t } = useWords(userWords)
  return (
    <Page title={t('title')} actions={<ImportButton into={intoUsers} />}>
      <UserList />
    </Page>
  )
})
