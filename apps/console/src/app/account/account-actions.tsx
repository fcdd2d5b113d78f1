import { AvatarMenu } from './avatar-menu.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

/** Everything a visitor does about himself, in one place wherever the frame shows it (decision 1). */
export function AccountActions() {
  return (
    <>
      <LanguageSwitch />
      <SchemeSwitch />
      <AvatarMenu />
    </>
  )
}
