import { home } from '@kabao/contract/statistics/home'
import { useAnswer } from '#kit'

/** How the home page is read: again every 30 s while it is shown, and whenever it is shown. */
export const live = { refetchInterval: 30_000, refetchOnMount: 'always' } as const

/** The day: its figures, what waits, and what is wrong. All parts of the page read one answer. */
export const useToday = () => useAnswer(home.today, {}, live)

/** What the further cards show. */
export const useMore = () => useAnswer(home.more, {}, live)
