import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { crmCenterWords } from '@kabao/contract/crm/crm-center.words'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { Badge, formatNumber, useWords } from '#kit'
import classes from './desk.module.css'

type Rows = NonNullable<AnswerOf<typeof crmCenter.desk>['ranking']>

/** The team by leads won. */
export function Ranking({ rows }: { rows: Rows }) {
  const { t, language } = useWords(crmCenterWords)
  return (
    <section>
      <h3 className={classes.heading}>{t('ranking.title')}</h3>
      <ol className={classes.ranking}>
        {rows.map(({ rank, salesmanId, name, converted: won, got, isMe }) => (
          <li key={salesmanId} data-me={isMe || undefined}>
            <span>
              {rank}. {name} {isMe && <Badge color="arcoblue">{t('ranking.me')}</Badge>}
            </span>
            <span>
              {t('ranking.row', { won: formatNumber(won, language), got: formatNumber(got, language) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
