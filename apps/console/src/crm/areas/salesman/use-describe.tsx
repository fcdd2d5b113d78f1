import { leadSourceWords } from '@kabao/contract/crm/lead-source.words'
import { salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { weekWords } from '@kabao/contract/kernel/week.words'
import { CitiesText, describeFields, useWords } from '#kit'
import { ChoiceName } from '#kit/choice/choice-name.tsx'
import { weekText } from '#kit/week/week.ts'
import type { SalesmanDraft } from './draft.ts'

/** How a field and its value are shown when somebody else has changed it. */
export function useDescribe() {
  const words = useWords(salesmanWords)
  const week = useWords(weekWords)
  const sources = useWords(leadSourceWords)
  const { t } = words
  return describeFields(words, {
    teamId: (id: string | null) => id && <ChoiceName use={salesman.teams} id={id} />,
    deputyId: (id: string | null) => id && <ChoiceName use={salesman.colleagues} id={id} />,
    dailyQuota: (quota: number | null) => quota ?? t('unlimited'),
    cityCodes: (codes: readonly string[]) =>
      codes.length === 0 ? t('anyCity') : <CitiesText codes={codes} />,
    sources: (chosen: SalesmanDraft['sources']) =>
      chosen.map((source) => sources.t(`source.${source}`)).join(', ') || t('anySource'),
    windows: (windows: SalesmanDraft['windows']) => weekText(windows, week),
  })
}
