import { frameWords } from '@kabao/contract/frame.words'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button, useWords } from '#kit'
import classes from './fault.module.css'
import NotFound from './not-found.tsx'

/** What stands in place of everything: not found (the guard said so, and the address stays), or broken. */
export function Fault() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Broken isWhole />
}

/** What stands in place of a page that broke; menu and account stay. */
export function PageFault() {
  return <Broken />
}

function Broken({ isWhole = false }: { isWhole?: boolean }) {
  const { t } = useWords(frameWords)
  return (
    <main className={isWhole ? classes.whole : classes.part} role="alert">
      <p className={classes.code} aria-hidden>
        500
      </p>
      <h1 className={classes.title}>{t('failed.title')}</h1>
      <p className={classes.text}>{t('failed.text')}</p>
      <Button onClick={() => window.location.reload()}>{t('failed.reload')}</Button>
    </main>
  )
}
