import { frameWords } from '@kabao/contract/app/frame.words'
import { useLocation, useNavigate } from 'react-router'
import { mayLose, message, wordsOf } from '#kit'
import { logoutAddress } from './addresses.ts'
import { leave } from './leave.ts'

/** Signs out and leads to the login page, which remembers the page to return to. Asks first if there are unsaved changes. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  const location = useLocation()
  return async () => {
    if (!(await mayLose())) return
    leave()
    message.success(wordsOf(frameWords).t('account.loggedOut'))
    await navigate(logoutAddress(location))
  }
}
