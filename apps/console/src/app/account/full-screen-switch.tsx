import { settingsWords } from '@kabao/contract/settings.words'
import { IconMaximize, IconMinimize, useWords } from '#kit'
import classes from './account.module.css'
import { toggleFullScreen, useFullScreen } from './full-screen.ts'
import { RoundButton } from './round-button.tsx'

/** The whole screen, and back; the icon follows the Escape key too. */
export function FullScreenSwitch() {
  const { t } = useWords(settingsWords)
  const isFull = useFullScreen()
  const Icon = isFull ? IconMinimize : IconMaximize
  return (
    <RoundButton
      label={t(isFull ? 'navbar.screen.toExit' : 'navbar.screen.toFull')}
      className={classes.spare}
      onClick={toggleFullScreen}
    >
      <Icon size={16} aria-hidden />
    </RoundButton>
  )
}
