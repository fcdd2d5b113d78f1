import { settingsWords } from '@kabao/contract/operations/settings.words'
import { type ComponentPropsWithRef, lazy, Suspense, useState } from 'react'
import { IconLanguage, useWords } from '#kit'
import { RoundButton } from './round-button.tsx'

/** Loaded when the button is first pressed, because the menu would be the largest part of the login page. */
const LanguageMenu = lazy(() => import('./language-menu.tsx'))

/** Chooses the language. */
export function LanguageSwitch() {
  const [isPressed, setIsPressed] = useState(false)
  const button = <LanguageButton onClick={() => setIsPressed(true)} />
  return isPressed ? (
    <Suspense fallback={button}>
      <LanguageMenu />
    </Suspense>
  ) : (
    button
  )
}

export function LanguageButton(props: ComponentPropsWithRef<'button'>) {
  const { t } = useWords(settingsWords)
  return (
    <RoundButton label={t('language')} aria-haspopup="menu" {...props}>
      <IconLanguage size={16} aria-hidden />
    </RoundButton>
  )
}
