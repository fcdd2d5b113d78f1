import { frameWords } from '@kabao/contract/app/frame.words'
import { Link } from 'react-router'
import { Button, Picture, useWords } from '#kit'
import classes from './fault.module.css'

/** The address is unknown, or the account may not open it. The address stays as typed (docs/specification/other-pages.md). */
export default function NotFound() {
  const { t } = useWords(frameWords)
  return (
    <main className={classes.whole}>
      <Picture name="notFound" />
      <p className={classes.code} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>{t('notFound.title')}</h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Button component={Link} to="/home">
        {t('notFound.home')}
      </Button>
    </main>
  )
}
