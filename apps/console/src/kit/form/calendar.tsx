import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import type { formWords } from '@kabao/contract/kernel/form.words'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useLanguage, type WordsOf } from '../words/words.ts'
import { today } from './business-time.ts'

/** Shows the calendars inside it in the reader's language; weeks begin on Monday. */
export function Calendar({ children }: { children: ReactNode }) {
  const locale = useLanguage() === 'zh-CN' ? 'zh-cn' : 'en'
  return <DatesProvider settings={{ locale, firstDayOfWeek: 1, weekendDays: [] }}>{children}</DatesProvider>
}

/** The accessible names of a calendar's own buttons, and the mark of the present business day. */
export const calendarProps = (t: WordsOf<typeof formWords.tree>['t']) => {
  const previous = t('date.previous')
  const next = t('date.next')
  const present = today()
  return {
    getDayProps: (day: string) => (day === present ? ({ 'aria-current': 'date' } as const) : {}),
    monthLabelFormat: t('date.month'),
    yearLabelFormat: t('date.year'),
    // The buttons for month and year need no label: it would differ from their visible text, which voice control uses.
    ariaLabels: {
      nextMonth: next,
      previousMonth: previous,
      nextYear: next,
      previousYear: previous,
      nextDecade: next,
      previousDecade: previous,
    },
  }
}
