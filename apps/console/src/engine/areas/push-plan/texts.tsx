import { type PushPlanRow, pushPlan } from '@kabao/contract/engine/push-plan'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushPlanPageWords } from '@kabao/contract/engine/push-plan-page.words'
import { userWords } from '@kabao/contract/users/user.words'
import { lazy, Suspense, useMemo } from 'react'
import { describeFields, formatInstant, formatNumber, useWords } from '#kit'
import { ChoiceName } from '#kit/choice/choice-name.tsx'

// The list of all regions is large, so it is fetched only where a region is shown by its name.
const RegionName = lazy(() => import('#kit/form/region-name.tsx'))

/** The values of a push plan's fields as texts. */
export function usePushPlanTexts() {
  const words = useWords(pushPlanWords)
  const page = useWords(pushPlanPageWords)
  const users = useWords(userWords)
  return useMemo(() => {
    const { t, language } = words
    const any = page.t('any')
    const several = (texts: string[]) => (texts.length === 0 ? any : texts.join(page.t('and')))
    const instant = (value: string | null) => value && formatInstant(value, language)
    const texts = {
      instant,
      number: (value: number | null) => (value === null ? '' : formatNumber(value, language)),
      cap: (cap: number | null) => (cap === null ? t('wholeAudience') : formatNumber(cap, language)),
      schedule: (schedule: PushPlanRow['schedule']) => t(`schedule.${schedule}`),
      userStatuses: (statuses: readonly PushPlanRow['userStatuses'][number][]) =>
        several(statuses.map((status) => users.t(`status.${status}`))),
      riskLevels: (levels: readonly PushPlanRow['riskLevels'][number][]) =>
        several(levels.map((level) => users.t(`riskLevel.${level}`))),
      sources: (sources: readonly PushPlanRow['sources'][number][]) =>
        several(sources.map((source) => users.t(`source.${source}`))),
      registered: (from: string | null, to: string | null) => {
        if (from === null && to === null) return any
        if (to === null) return page.t('registeredFrom', { from: instant(from) as string })
        if (from === null) return page.t('registeredTo', { to: instant(to) as string })
        return page.t('registeredBoth', { from: instant(from) as string, to: instant(to) as string })
      },
    }
    const orAny = (value: string | null) => instant(value) ?? any
    const describe = describeFields(words, {
      registeredFrom: orAny,
      registeredTo: orAny,
      at: instant,
      schedule: texts.schedule,
      userStatuses: texts.userStatuses,
      riskLevels: texts.riskLevels,
      sources: texts.sources,
      perMinute: texts.number,
      cap: texts.cap,
      planId: (id: string | null) => id && <ChoiceName use={pushPlan.plans} id={id} />,
      channelId: (id: string | null) => (id ? <ChoiceName use={pushPlan.channels} id={id} /> : any),
      cityCode: (code: string | null) =>
        code ? (
          <Suspense fallback={code}>
            <RegionName code={code} />
          </Suspense>
        ) : (
          any
        ),
    })
    return { ...texts, any, describe }
  }, [words, page, users])
}
