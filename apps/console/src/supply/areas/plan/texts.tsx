import { weekWords } from '@kabao/contract/kernel/week.words'
import { planWords } from '@kabao/contract/supply/plan.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { useMemo } from 'react'
import { describeFields, formatFen, formatNumber, useCitiesText, useWords } from '#kit'
import { ChoiceName } from '#kit/choice/choice-name.tsx'
import { type WeekWindow, weekText } from '#kit/week/week.ts'
import type { PlanList } from './lists.ts'

type Limits = { ageFrom: number | null; ageTo: number | null }

/** The values of a plan's fields as texts. @param calls those by which the records of a field are named */
export function usePlanTexts(calls: PlanList['calls']) {
  const words = useWords(planWords)
  const page = useWords(planPageWords)
  const week = useWords(weekWords)
  const cities = useCitiesText()
  return useMemo(() => {
    const { t, language } = words
    const count = (number: number | null) =>
      number === null ? t('unlimited') : formatNumber(number, language)
    const money = (fen: number | null) => (fen === null ? t('unlimited') : formatFen(fen, language))
    const has = (value: boolean | null) => page.t(value === null ? 'has.any' : value ? 'has.yes' : 'has.no')
    const several = (texts: string[]) => (texts.length === 0 ? page.t('any') : texts.join(week.t('and')))
    const ages = ({ ageFrom, ageTo }: Limits) => {
      if (ageFrom === null && ageTo === null) return page.t('any')
      if (ageTo === null) return page.t('agesFrom', { from: ageFrom as number })
      if (ageFrom === null) return page.t('agesTo', { to: ageTo })
      return page.t('ages', { from: ageFrom, to: ageTo })
    }
    const texts = {
      count,
      money,
      has,
      ages,
      flag: (value: boolean) => page.t(value ? 'yes' : 'no'),
      days: (number: number) => page.t('days', { count: number }),
      flow: (flow: 'full' | 'half' | 'uv' | 'city') => t(`flow.${flow}`),
      gender: (gender: 'female' | 'male' | null) => (gender === null ? page.t('any') : t(`gender.${gender}`)),
      incomeBands: (bands: readonly IncomeBand[]) => several(bands.map((band) => t(`incomeBand.${band}`))),
      creditBands: (bands: readonly CreditBand[]) => several(bands.map((band) => t(`creditBand.${band}`))),
      cityCodes: (codes: readonly string[]) => (codes.length === 0 ? t('wholeOrg') : cities(codes)),
      windows: (windows: readonly WeekWindow[]) => weekText(windows, week),
      endsOn: (day: string | null) => day ?? t('noEnd'),
    }
    const describe = describeFields(words, {
      flow: texts.flow,
      gender: texts.gender,
      incomeBands: texts.incomeBands,
      creditBands: texts.creditBands,
      cityCodes: texts.cityCodes,
      windows: texts.windows,
      house: has,
      car: has,
      socialInsurance: has,
      housingFund: has,
      hourlyCap: count,
      dailyCap: count,
      monthlyCap: count,
      totalCap: count,
      priceFen: money,
      priceMinFen: money,
      priceMaxFen: money,
      dailyBudgetFen: money,
      isPaced: texts.flag,
      waitsWhenFull: texts.flag,
      isReturnReviewed: texts.flag,
      returnReasons: several,
      endsOn: texts.endsOn,
      orgId: (id: string | null) => id && <ChoiceName use={calls.orgs} id={id} />,
      excludedChannelIds: (ids: readonly string[] | null) =>
        ids?.map((id, index) => (
          <span key={id}>
            {index > 0 && week.t('and')}
            <ChoiceName use={calls.channels} id={id} />
          </span>
        )),
    })
    return { ...texts, describe }
  }, [words, page, week, cities, calls])
}

type IncomeBand = keyof (typeof planWords)['tree']['incomeBand']
type CreditBand = keyof (typeof planWords)['tree']['creditBand']
