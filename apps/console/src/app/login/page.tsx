import { frameWords } from '@kabao/contract/app/frame.words'
import { useWords } from '#kit'
import { LanguageSwitch } from '../account/language-switch.tsx'
import { Logo } from '../account/logo.tsx'
import { SchemeSwitch } from '../account/scheme-switch.tsx'
import { Banner } from './banner.tsx'
import { LoginForm } from './form.tsx'
import classes from './login.module.css'

/** The login page: the product's banner on the left, the form on the right. */
export default function LoginPage() {
  const { t } = useWords(frameWords)
  return (
    <div className={classes.page}>
      <header className={classes.brand}>
        <Logo size={32} />
        <span>{t('title')}</span>
      </header>
      <Banner />
      <main className={classes.content}>
        <div className={classes.switches}>
          <LanguageSwitch />
          <SchemeSwitch />
        </div>
        <LoginForm />
        <footer className={classes.footer}>{t('title')}</footer>
      </main>
    </div>
  )
}
