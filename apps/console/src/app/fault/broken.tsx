import { frameWords } from '@kabao/contract/app/frame.words'
import { Button, Picture, useWords } from '#kit'
import classes from './fault.module.css'

/** Shown in place of a page that failed to render. */
export function Broken({ isWhole = false, onRetry }: { isWhole?: boolean; onRetry: () => void }) {
  const { t } = useWords(frameWords)
  return (
    <div className={isWhole ? classes.whole : classes.part} role="alert">
      <Picture name="broken" />
      <p className={classes.code} aria-hidden>
        500
      </p>
      <h1 className={classes.title}>{t('failed.title')}</h1>
      <p className={classes.text}>{t('failed.text')}</p>
      <Button onClick={onRetry}>{t('failed.reload')}</Button>
    </div>
  )
}
