import { demoWords } from '@kabao/contract/demo.words'
import { useRevalidator } from 'react-router'
import { IconUsers, Menu, message, queries, takeMenu, useSession, useWords } from '#kit'
import { actAs, type Role } from './accounts.ts'
import { menuOf } from './session-calls.ts'

/** An entry of the avatar menu: `user` becomes `admin`, anything else `user`, until the page is reloaded. */
export default function SwitchRoles() {
  const { t } = useWords(demoWords)
  const { revalidate } = useRevalidator()
  const toggle = () => {
    const next: Role = useSession.getState().roles.includes('user') ? 'admin' : 'user'
    actAs(next)
    useSession.setState({ roles: [next] })
    takeMenu(menuOf(next))
    // A page that the new role may not see gives way to not-found at once.
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
