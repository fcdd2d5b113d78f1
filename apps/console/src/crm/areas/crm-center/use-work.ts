import { crmCenter } from '@kabao/contract/crm/crm-center'
import { useParts } from '#kit'

export const parts = ['overdue', 'today', 'fresh', 'returning'] as const
export type Part = (typeof parts)[number]

/** One part of the leads to work on, as far as it has been read. */
function usePart(part: Part) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useParts(crmCenter.leads, {
    params: {},
    body: { part, size: 20 },
    from: 'after',
  })
  return {
    part,
    leads: data?.pages.flatMap(({ leads }) => leads),
    error: data ? null : error,
    retry: () => void refetch(),
    more: hasNextPage ? { isLoading: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  }
}

/** The leads to work on, part by part. A lead that is in several parts is listed in each; its key names both. */
export function useWork() {
  const all = [usePart('overdue'), usePart('today'), usePart('fresh'), usePart('returning')] as const
  const items = all.flatMap(({ part, leads }) =>
    (leads ?? []).map((lead) => ({ key: `${part} ${lead.id}`, lead })),
  )
  return { all, items }
}
