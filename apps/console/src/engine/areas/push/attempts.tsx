import type { PushAttempt } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { Badge, formatInstant, formatNumber, useWords } from '#kit'
import { pushStatusColors } from '#users'
import classes from './detail.module.css'

/** The calls to the organization about a push, the latest first. */
export function Attempts({ attempts }: { attempts: PushAttempt[] }) {
  const { t } = useWords(pushWords)
  return (
    <section>
      <h3 className={classes.heading}>{t('detail.attempts')}</h3>
      {attempts.length === 0 && <p className={classes.hint}>{t('detail.noAttempts')}</p>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
      {attempts.length > 0 && <p className={classes.hint}>{t('detail.masked')}</p>}
    </section>
  )
}

function Attempt({ attempt }: { attempt: PushAttempt }) {
  const { t, language } = useWords(pushWords)
  const { number, at, stage, outcome, httpStatus, tookMs, error } = attempt
  const facts = [
    formatInstant(at, language),
    httpStatus === null ? null : t('detail.http', { status: String(httpStatus) }),
    tookMs === null ? null : t('detail.milliseconds', { count: formatNumber(tookMs, language) }),
  ]
  return (
    <article className={classes.attempt}>
      <h4 className={classes.attemptHead}>
        <span>{t('detail.attempt', { number: String(number), stage: t(`stage.${stage}`) })}</span>
        <Badge color={pushStatusColors[outcome ?? 'pending']}>
          {outcome === null ? t('detail.underWay') : t(`status.${outcome}`)}
        </Badge>
      </h4>
      <p className={classes.hint}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
      {error !== null && (
        <p className={classes.error}>
          {error === 'price' || error === 'priceBounds' ? t(`attemptNote.${error}`) : error}
        </p>
      )}
      <Payload title={t('detail.request')} payload={attempt.request} />
      <Payload title={t('detail.answer')} payload={attempt.reply} />
    </article>
  )
}

/** The request or the response: JSON, or the text that it is. */
function Payload({ title, payload }: { title: string; payload: PushAttempt['request'] }) {
  const { t } = useWords(pushWords)
  return (
    <div>
      <h5 className={classes.payloadTitle}>{title}</h5>
      {payload === null ? (
        <p className={classes.hint}>{t('detail.nothing')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <pre className={classes.payload} tabIndex={0}>
          {typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2)}
        </pre>
      )}
    </div>
  )
}
