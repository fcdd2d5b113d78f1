import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { memo } from 'react'
import { IconArrowDown, IconArrowUp } from '#kit/icons.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './figures.module.css'

/** One figure over the whole range. */
export interface FigureCard {
  key: string
  title: string
  /** In little space, and in full. */
  short: string
  text: string
  /** Against the period that is compared; undefined without a comparison. */
  change?: { text: string; before: string; direction: 'up' | 'down' | 'same' } | undefined
  /** Whether its records can be opened. */
  hasDrillDown: boolean
}

/** The figures of a report over the whole range; each opens the records behind it. */
export const FigureCards = memo(function FigureCards({ cards, isWhole, onOpen }: FigureCardsProps) {
  const { t } = useWords(reportPageWords)
  return (
    <ul className={classes.cards} data-whole={isWhole} aria-label={t('figures')}>
      {cards.map((card) => (
        <li key={card.key} className={classes.item}>
          <button
            type="button"
            className={classes.card}
            disabled={!card.hasDrillDown}
            title={card.text}
            onClick={() => onOpen(card.key)}
          >
            <span className={classes.title}>{card.title}</span>
            <span className={classes.value}>{isWhole ? card.text : card.short}</span>
            {card.change && (
              <span
                className={classes.change}
                title={t('against', { change: card.change.text, before: card.change.before })}
              >
                {card.change.direction === 'up' && <IconArrowUp size={12} aria-hidden />}
                {card.change.direction === 'down' && <IconArrowDown size={12} aria-hidden />}
                {card.change.text}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
})

interface FigureCardsProps {
  cards: readonly FigureCard[]
  /** All of them are in sight and in full, instead of one line. */
  isWhole?: boolean
  onOpen: (key: string) => void
}
