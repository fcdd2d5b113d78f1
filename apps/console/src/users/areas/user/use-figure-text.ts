import type { MatchRun } from '@kabao/contract/engine/timeline'
import { matchRunWords } from '@kabao/contract/supply/match-run.words'
import { userWords } from '@kabao/contract/users/user.words'
import { formatFen, formatInstant, formatNumber, useCitiesText, useWords } from '#kit'

type Why = MatchRun['whyNot'][number]
type Figure = Why['seen']
/** The figures of a rule as texts; null: there is nothing to say. */
interface FigureTexts {
  wanted: string | null
  seen: string | null
}

/** Says what a plan wanted and what the match saw, in the form that each rule has. */
export function useFigureText(): (why: Why) => FigureTexts {
  const { t, language } = useWords(matchRunWords)
  const users = useWords(userWords)
  const cities = useCitiesText()
  const said = (write: (value: never) => string) => (value: Figure) =>
    value === null ? t('unknown') : write(value as never)
  const both = (write: (value: never) => string) => ({ wanted: said(write), seen: said(write) })
  const list = (write: (value: never) => string) => ({
    wanted: said((values: readonly never[]) => values.map(write).join(' / ')),
    seen: said(write),
  })
  const number = (value: number) => formatNumber(value, language)
  const money = both((fen: number) => formatFen(fen, language))
  const count = both(number)
  const has = both((value: boolean) => users.t(value ? 'has.yes' : 'has.no'))
  const range = (write: (value: never) => string) => ({
    wanted: said(([from, to]: readonly [never | null, never | null]) =>
      t('range', { from: from === null ? t('any') : write(from), to: to === null ? t('any') : write(to) }),
    ),
    seen: said(write),
  })
  const none = () => null
  const after = said((at: string) => t('probe', { at: formatInstant(at, language) }))
  const rules: Record<
    string,
    { wanted: (value: Figure) => string | null; seen: (value: Figure) => string | null }
  > = {
    hourlyCap: count,
    dailyCap: count,
    monthlyCap: count,
    totalCap: count,
    pace: count,
    offers: count,
    budget: money,
    funds: money,
    house: has,
    car: has,
    socialInsurance: has,
    housingFund: has,
    dates: range(String),
    birthday: range(number),
    age: range(number),
    dedupe: both((days: number) => t('days', { count: days })),
    gender: both((value: 'male') => users.t(`gender.${value}`)),
    income: list((value: 'below3k') => users.t(`incomeBand.${value}`)),
    credit: list((value: 'below550') => users.t(`creditBand.${value}`)),
    flow: both((value: 'full') => users.t(`flow.${value}`)),
    city: { wanted: said((codes: string[]) => cities(codes)), seen: said((code: string) => cities([code])) },
    breaker: { wanted: none, seen: after },
    pause: { wanted: none, seen: after },
    time: both((seconds: number) => t('seconds', { count: seconds })),
  }
  return ({ rule, wanted, seen }) => {
    const write = rules[rule]
    return { wanted: write?.wanted(wanted) ?? null, seen: write?.seen(seen) ?? null }
  }
}
