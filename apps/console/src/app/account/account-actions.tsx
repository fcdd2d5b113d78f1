import { settingsWords } from '@kabao/contract/operations/settings.words'
import { IconSearch, IconSettings, runtimeConfig, useWords } from '#kit'
import { MessageBell } from '../messages/bell.tsx'
import { openPanel } from '../palette/palette-store.ts'
import { setDrawer, useSettings } from '../settings/store.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { FullScreenSwitch } from './full-screen-switch.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { RoundButton } from './round-button.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

/** The actions of the signed-in administrator on their own account, for every place of the frame (docs/specification/frame.md). */
export function AccountActions() {
  const { t } = useWords(settingsWords)
  const hasNavbar = useSettings(({ navbar }) => navbar)
  return (
    <>
      <RoundButton label={t('search')} onClick={() => openPanel('palette')}>
        <IconSearch size={16} aria-hidden />
      </RoundButton>
      <LanguageSwitch />
      <SchemeSwitch />
      <MessageBell />
      <FullScreenSwitch />
      {hasNavbar && runtimeConfig().settings && (
        <RoundButton label={t('title')} onClick={() => setDrawer(true)}>
          <IconSettings size={16} aria-hidden />
        </RoundButton>
      )}
      <AvatarMenu />
    </>
  )
}
