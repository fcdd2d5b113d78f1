import { settingsWords } from '@kabao/contract/operations/settings.words'
import { IconMoon, IconSun, toggleScheme, useScheme, useWords } from '#kit'
import { RoundButton } from './round-button.tsx'

/** Switches between the light and the dark scheme. */
export function SchemeSwitch() {
  const { t } = useWords(settingsWords)
  const isDark = useScheme(({ scheme }) => scheme === 'dark')
  const Icon = isDark ? IconMoon : IconSun
  return (
    <RoundButton label={t(isDark ? 'navbar.theme.toLight' : 'navbar.theme.toDark')} onClick={toggleScheme}>
      <Icon size={16} aria-hidden />
    </RoundButton>
  )
}
