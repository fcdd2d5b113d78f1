import { useLocation } from 'react-router'

export const hookViews = ['targets', 'table', 'deliveries', 'figures'] as const
export type HookView = (typeof hookViews)[number]

/** What of the address says which page this is. */
const kept = ['list', 'id', 'group']

/** The addresses of the views of this page, and which of them is shown. */
export function useViews() {
  const search = new URLSearchParams(useLocation().search)
  const named = search.get('tab')
  const addressOf = (view: HookView, filters: Readonly<Record<string, string | undefined>> = {}) => {
    const next = new URLSearchParams()
    for (const name of kept) {
      const value = search.get(name)
      if (value !== null) next.set(name, value)
    }
    if (view !== 'targets') next.set('tab', view)
    for (const [name, value] of Object.entries(filters)) if (value !== undefined) next.set(name, value)
    return `?${next}`
  }
  return {
    view: hookViews.find((each) => each === named) ?? 'targets',
    addressOf,
    edited: search.get('edit'),
  }
}
