import { home } from '@kabao/contract/statistics/home'
import { useAnswer } from '#kit'

/** An answer as new as this, in milliseconds, serves the parts of the page that appear after the first one. */
const fresh = 5_000

/** How the home page is read: again every 30 s while it is shown, and whenever it is shown. */
export const live = {
  refetchInterval: 30_000,
  refetchOnMount: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt > fresh && 'always',
} as const

/** The day: its figures, what waits, and what is wrong. All parts of the page read one answer. */
export const useToday = () => useAnswer(home.today, {}, live)

/** What the further cards show. */
export const useMore = () => useAnswer(home.more, {}, live)
