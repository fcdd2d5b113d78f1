import { frameWords } from '@kabao/contract/app/frame.words'
import type { ReactNode } from 'react'
import { useWords } from '#kit'
import { AccountActions } from '../account/account-actions.tsx'
import { Logo } from '../account/logo.tsx'
import classes from './frame.module.css'

/** The bar on top, if the settings turn it on: logo on the left, account on the right. */
export function Navbar({ opener }: { opener: ReactNode }) {
  const { t } = useWords(frameWords)
  return (
    <header className={classes.navbar}>
      <Logo size={28} />
      <span className={classes.product}>{t('title')}</span>
      {opener}
      <div className={classes.actions}>
        <AccountActions />
      </div>
    </header>
  )
}
