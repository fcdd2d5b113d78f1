import { session } from '@kabao/contract/access/session'
import { frameWords } from '@kabao/contract/app/frame.words'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import {
  Avatar,
  IconDownload,
  IconLogout,
  IconSettings,
  IconUser,
  Menu,
  readUser,
  UnstyledButton,
  useAnswer,
  useUserName,
  useWords,
} from '#kit'
import { useLogOut } from '../guard/use-log-out.ts'
import classes from './account.module.css'

// Requested at once: an entry that is added later would move the others away from the pointer.
const switchRoles = __DEMO__ ? import('../../demo/switch-roles.tsx') : null
const SwitchRoles = switchRoles && lazy(() => switchRoles)

/** Shows who is signed in, with a menu of the account's actions. */
export function AvatarMenu() {
  const { t } = useWords(frameWords)
  const { data: me } = useAnswer(session.me)
  const user = readUser()
  const name = useUserName()
  return (
    <Menu position="bottom-end" width={180} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={`${t('account.label')} ${name}`}>
          <Avatar name={name} fileId={me?.avatarFileId ?? null} size="100%" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          {name}
          {user && user.username !== name && <span>{user.username}</span>}
        </div>
        <Menu.Divider />
        <Entries />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Mounted only while the menu is open, so a closed menu is not rendered at each navigation. */
function Entries() {
  const { t } = useWords(frameWords)
  const navigate = useNavigate()
  const logOut = useLogOut()
  return (
    <>
      <Menu.Item
        leftSection={<IconUser size={16} aria-hidden />}
        onClick={() => void navigate('/user-center')}
      >
        {t('account.center')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconSettings size={16} aria-hidden />}
        onClick={() => void navigate('/user-settings')}
      >
        {t('account.settings')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void navigate('/export-center')}
      >
        {t('account.exports')}
      </Menu.Item>
      <Suspense>{SwitchRoles && <SwitchRoles />}</Suspense>
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void logOut()}>
        {t('account.logout')}
      </Menu.Item>
      <VersionLine />
    </>
  )
}

/** What runs, for whoever reports a problem. */
function VersionLine() {
  const { t } = useWords(frameWords)
  const { data: me } = useAnswer(session.me)
  return (
    me?.version && (
      <div className={classes.version}>
        {t('account.version')} {me.version}
      </div>
    )
  )
}
