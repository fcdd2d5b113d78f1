import { lazy, Suspense, useState } from 'react'
import { LanguageButton } from './language-button.tsx'

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
