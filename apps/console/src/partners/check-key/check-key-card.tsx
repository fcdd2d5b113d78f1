import { type CheckKeyRow, checkKey, mostUnhashed } from '@kabao/contract/partners/check-key'
import { checkKeyWords } from '@kabao/contract/partners/check-key.words'
import { Badge } from '#kit/controls/badge.ts'
import { Button } from '#kit/controls/button.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { RevealButton } from '#kit/detail/reveal-button.tsx'
import { formatInstant, formatNumber } from '#kit/format.ts'
import type { useReveal } from '#kit/list/use-reveal.ts'
import { Can } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './check-keys.module.css'

interface CheckKeyCardProps {
  of: CheckKeyRow
  revealing: ReturnType<typeof useReveal<typeof checkKey.reveal>>
  /** Null: it is the only key, which cannot be ended. */
  onEnd: (() => void) | null
}

/** One check key with its progress. Its value is hidden until it is revealed. */
export function CheckKeyCard({ of, revealing, onEnd }: CheckKeyCardProps) {
  const { t, language } = useWords(checkKeyWords)
  const { id, slot, createdAt, createdBy, usersLeft, blacklistLeft } = of
  const name = t(`slot.${slot}`)
  const value = revealing.wholeOf(id)?.value
  const amount = (left: number) => {
    const count = formatNumber(left, language)
    return left < mostUnhashed ? count : t('orMore', { count })
  }
  const isReady = usersLeft + blacklistLeft === 0
  return (
    <section aria-label={name} className={classes.card}>
      <div className={classes.row}>
        <Badge color={isReady ? 'green' : 'gray'}>{name}</Badge>
        <span className={classes.note}>
          {t('made', { at: formatInstant(createdAt, language), who: createdBy ?? t('service') })}
        </span>
      </div>
      <p className={classes.note} role="status">
        {isReady ? t('ready') : t('left', { users: amount(usersLeft), blacklist: amount(blacklistLeft) })}
      </p>
      {value !== undefined && (
        <div className={classes.row}>
          <code className={classes.value}>{value}</code>
          <CopyButton text={value} name={name} />
        </div>
      )}
      <div className={classes.row}>
        <RevealButton
          use={checkKey.reveal}
          id={id}
          of={revealing}
          labels={{ reveal: t('reveal'), hide: t('hide') }}
          describedBy={`check-key-${id}`}
        />
        {onEnd && (
          <Can use={checkKey.end}>
            <Button
              size="xs"
              variant="light"
              color="red"
              aria-label={t('end.actionOf', { name })}
              onClick={onEnd}
            >
              {t('end.action')}
            </Button>
          </Can>
        )}
        <Can use={checkKey.reveal}>
          <span id={`check-key-${id}`} className={classes.note}>
            {t('revealHint')}
          </span>
        </Can>
      </div>
    </section>
  )
}
