import type { PushAudience } from '@kabao/contract/engine/push-plan'
import { pushPlanPageWords } from '@kabao/contract/engine/push-plan-page.words'
import { Button, formatNumber, useWords } from '#kit'
import { useAudience } from './audience.ts'
import classes from './push-plan.module.css'

interface AudienceSizeProps {
  chosen: { [F in keyof PushAudience]: PushAudience[F] | null }
  /** How many people are sent in all; null: everyone. */
  cap: number | null
}

/** How many people the chosen audience has now. */
export function AudienceSize({ chosen, cap }: AudienceSizeProps) {
  const { t, language } = useWords(pushPlanPageWords)
  const { isKnown, count, isFailed, again } = useAudience(chosen)
  const number = (value: number) => formatNumber(value, language)
  return (
    <section aria-label={t('audience.title')} className={classes.size}>
      <div role="status">
        {!isKnown && <p className={classes.quiet}>{t('audience.incomplete')}</p>}
        {isKnown && !count && !isFailed && <p className={classes.quiet}>{t('audience.counting')}</p>}
        {count && (
          <>
            <p className={classes.count}>
              {count.count === 0
                ? t('audience.nobody')
                : t(count.isMore ? 'audience.more' : 'audience.count', { count: number(count.count) })}
            </p>
            {cap !== null && Number.isFinite(cap) && (count.isMore || cap < count.count) && (
              <p>{t('audience.sent', { cap: number(cap) })}</p>
            )}
            <p className={classes.quiet}>{t('audience.now')}</p>
          </>
        )}
        {isFailed && <p className={classes.failed}>{t('audience.failed')}</p>}
      </div>
      {isFailed && (
        <Button variant="default" size="xs" onClick={again}>
          {t('audience.again')}
        </Button>
      )}
    </section>
  )
}
