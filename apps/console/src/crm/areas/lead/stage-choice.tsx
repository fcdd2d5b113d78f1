import type { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { type LeadCounts, leadStages } from '@kabao/contract/crm/lead-row'
import { exactTotal } from '@kabao/contract/kernel/kernel'
import { memo } from 'react'
import { type ListFilters, StatusTabs, useWords } from '#kit'

interface ChoiceProps {
  filters: ListFilters<typeof lead.page>
  counts: LeadCounts | undefined
}

const figure = (count: number | undefined) =>
  count === undefined ? {} : { count: Math.min(count, exactTotal), isAtLeast: count > exactTotal }

/** Whose leads are shown, and in the list also of which stage, with the number of each. */
export const StageChoice = memo(function StageChoice({
  filters,
  counts,
  isBoard,
}: ChoiceProps & { isBoard: boolean }) {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const { stage, place, mine } = filters.applied as {
    stage?: (typeof leadStages)[number]
    place?: string
    mine?: true
  }
  const whose = mine ? 'mine' : place === 'waiting' ? 'pool' : 'all'
  return (
    <>
      <StatusTabs
        label={own.t('places')}
        tabs={[
          { value: 'all', label: own.t('all') },
          { value: 'mine', label: t('field.mine'), ...figure(counts?.mine) },
          { value: 'pool', label: own.t('pool'), ...figure(counts?.waiting) },
        ]}
        value={whose}
        onChange={(next) =>
          filters.set({
            mine: next === 'mine' ? true : undefined,
            place: next === 'pool' ? 'waiting' : undefined,
          })
        }
      />
      {!isBoard && (
        <StatusTabs
          label={own.t('tabs')}
          tabs={[
            { value: 'all' as const, label: own.t('all') },
            ...leadStages.map((value) => ({
              value,
              label: t(`stage.${value}`),
              ...figure(counts?.[value]),
            })),
          ]}
          value={stage ?? 'all'}
          onChange={(value) => filters.set({ stage: value === 'all' ? undefined : value })}
        />
      )}
    </>
  )
})
