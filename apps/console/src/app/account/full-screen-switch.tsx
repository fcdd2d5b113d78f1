import { settingsWords } from '@kabao/contract/operations/settings.words'
import { IconMaximize, IconMinimize, useWords } from '#kit'
import classes from './account.module.css'
import { toggleFullScreen, useFullScreen } from './full-screen.ts'
import { RoundButton } from './round-button.tsx'

/** Turns full screen on and off; the icon also changes when the Escape key ends full screen. */
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
