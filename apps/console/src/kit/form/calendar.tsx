import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import type { formWords } from '@kabao/contract/form.words'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useLanguage, type WordsOf } from '../words/words.ts'

/** Gives calendars inside it the reader's language; weeks begin on Monday. */
export function Calendar({ children }: { children: ReactNode }) {
  const locale = useLanguage() === 'zh-CN' ? 'zh-cn' : 'en'
  return <DatesProvider settings={{ locale, firstDayOfWeek: 1, weekendDays: [] }}>{children}</DatesProvider>
}

/** What a calendar's own buttons are called. */
export const calendarLabels = (t: WordsOf<typeof formWords.tree>['t']) => {
  const previous = t('date.previous')
  const next = t('date.next')
  return {
    monthLabelFormat: t('date.month'),
    yearLabelFormat: t('date.year'),
    // The month and the year say themselves what they are; another name could not be spoken to.
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
