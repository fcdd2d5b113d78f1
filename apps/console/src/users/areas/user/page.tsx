import { userWords } from '@kabao/contract/users/user.words'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { UserList } from './list.tsx'

/** The registered users. */
export default memo(function UserPage() {
  const { t } = useWords(userWords)
  return (
    <Page title={t('title')}>
      <UserList />
    </Page>
  )
})
