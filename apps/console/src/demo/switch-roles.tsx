import { demoWords } from '@kabao/contract/app/demo.words'
import { useRevalidator } from 'react-router'
import { IconUsers, Menu, message, queries, readToken, takeMenu, useSession, useWords } from '#kit'
import { accountOf, actAs, type Role, roleOf } from './accounts.ts'
import { menuOf } from './service.ts'

/** An entry of the avatar menu: `user` becomes `admin`, anything else `user`, until the page is reloaded. */
export default function SwitchRoles() {
  const { t } = useWords(demoWords)
  const { revalidate } = useRevalidator()
  const toggle = () => {
    // Not from the roles of the session, which are a guess until the first response.
    const account = accountOf(readToken())
    const next: Role = account && roleOf(account) === 'user' ? 'admin' : 'user'
    actAs(next)
    useSession.setState({ roles: [next] })
    takeMenu(menuOf(next))
    // A page that the new role may not see is replaced by not-found at once.
    void revalidate()
    void queries.invalidateQueries()
    message.success(next)
  }
  return (
    <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={toggle}>
      {t('switchRoles')}
    </Menu.Item>
  )
}
