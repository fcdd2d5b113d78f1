import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { businessDate } from '@kabao/contract/kernel/business-date'
import type { ReachFigures } from '@kabao/contract/reach/delivery'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { Link, useSearchParams } from 'react-router'
import { Anchor, DateRangeField, Failure, formatNumber, Refusal, Skeleton, useAnswer, useWords } from '#kit'
import { daysOf, rangeOf, today } from '#kit/form/business-time.ts'
import { useViews } from '../address.ts'
import type { HookKind, HookOwner } from '../hooks.ts'
import { eventText, targetText } from './columns.tsx'
import classes from './delivery.module.css'

const shown = ['tries', 'sent', 'dead', 'untold', 'deducted'] as const
/** The state of the deliveries behind a figure. */
const stateOf = {
  tries: undefined,
  sent: 'sent',
  dead: 'dead',
  untold: 'untold',
  deducted: 'untold',
} as const

interface FiguresProps {
  of: HookKind
  use: NonNullable<HookKind['figures']>
  owner: HookOwner
}

/** How deliveries went over business days, by target and event; each figure leads to its deliveries. */
export default function Figures({ of, use, owner }: FiguresProps) {
  const { t } = useWords(reachPageWords)
  const [search, setSearch] = useSearchParams()
  const dayOf = (name: string, otherwise: string) =>
    businessDate.safeParse(search.get(name)).data ?? otherwise
  const toDay = dayOf('toDay', today())
  const fromDay = dayOf('fromDay', daysAfter(toDay, -6))
  const { data, error, refetch } = useAnswer(
    use,
    { body: Object.assign({ fromDay, toDay }, owner) },
    { placeholderData: (before) => before, meta: { isSilent: true } },
  )
  const wrong = error instanceof Refusal ? error.fields?.toDay : undefined
  return (
    <>
      <div className={classes.days}>
        <DateRangeField
          name="days"
          label={t('field.days')}
          value={rangeOf(fromDay, toDay)}
          error={wrong}
          onChange={(range) => {
            const [first, last] = daysOf(range)
            const next = new URLSearchParams(search)
            next.delete('fromDay')
            next.delete('toDay')
            if (first !== null) next.set('fromDay', first)
            if (last !== null) next.set('toDay', last)
            setSearch(next, { replace: true })
          }}
        />
      </div>
      {error && wrong === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={6} />}
      {!error && data && <FiguresTable of={of} rows={data} days={[fromDay, toDay]} />}
    </>
  )
}

function FiguresTable({
  of,
  rows,
  days: [fromDay, toDay],
}: {
  of: HookKind
  rows: readonly ReachFigures[]
  days: readonly [string, string]
}) {
  const { t, language } = useWords(reachPageWords)
  const reach = useWords(reachWords)
  const { addressOf } = useViews()
  const [createdFrom, createdTo] = rangeOf(fromDay, toDay)
  if (rows.length === 0) return <p role="status">{t('figures.none')}</p>
  const linkOf = (
    { targetId, targetName, event, ...counts }: ReachFigures,
    figure: (typeof shown)[number],
  ) => {
    const text = formatNumber(counts[figure], language)
    if (counts[figure] === 0) return text
    const label = t('figures.of', {
      target: targetText({ targetId, targetName }),
      event: eventText(event),
      figure: reach.t(`figures.${figure}`),
      count: text,
    })
    const to = addressOf('deliveries', { targetId, event, state: stateOf[figure], createdFrom, createdTo })
    return (
      <Anchor component={Link} to={to} aria-label={label}>
        {text}
      </Anchor>
    )
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard */}
      <section className={classes.scroller} aria-label={t('figures.label')} tabIndex={0}>
        <table className={classes.figures} aria-label={t('figures.label')}>
          <thead>
            <tr>
              <th scope="col">{reach.t('delivery.field.targetName')}</th>
              {of.name === 'webhook' && <th scope="col">{reach.t('delivery.field.orgName')}</th>}
              <th scope="col">{reach.t('delivery.field.event')}</th>
              {shown.map((figure) => (
                <th key={figure} scope="col" className={classes.number}>
                  {reach.t(`figures.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.targetId} ${row.event}`}>
                <th scope="row">{targetText(row)}</th>
                {of.name === 'webhook' && <td>{row.orgName ?? t('company')}</td>}
                <td>{eventText(row.event)}</td>
                {shown.map((figure) => (
                  <td key={figure} className={classes.number}>
                    {linkOf(row, figure)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.hint}>{t('figures.hint')}</p>
    </>
  )
}
