import { session } from '@kabao/contract/access/session'
import { frameWords } from '@kabao/contract/app/frame.words'
import { Link } from 'react-router'
import { IconExclamationCircleFilled, runtimeConfig, useAnswer, useWords } from '#kit'
import classes from './frame.module.css'

/** Says that this is the demo while the published demo password is in use (docs/specification/sign-in.md). */
export function DemoBanner() {
  const { t } = useWords(frameWords)
  const { data } = useAnswer(session.me)
  if (!runtimeConfig().demo || data?.hasDefaultPassword === false) return null
  return (
    // Until the answer comes its place is kept, so that the page does not move.
    <section
      className={classes.demo}
      style={data ? undefined : { visibility: 'hidden' }}
      aria-label={t('demo.label')}
    >
      <IconExclamationCircleFilled size={16} aria-hidden />
      <span>
        {t('demo.banner')} <Link to="/password">{t('demo.change')}</Link>
      </span>
    </section>
  )
}
