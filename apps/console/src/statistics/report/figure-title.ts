import { type FigureName, isOfPeople } from '@kabao/contract/statistics/report/figures'
import type { reportWords } from '@kabao/contract/statistics/report/report.words'
import type { WordsOf } from '#kit/words/words.ts'

export type ReportWord = WordsOf<typeof reportWords.tree>['t']

/** The title of a figure. @param isManyDays people of several days are added, which the title says */
export const figureTitle = (figure: FigureName, isManyDays: boolean, word: ReportWord): string =>
  isOfPeople(figure) && isManyDays ? word(`summed.${figure}`) : word(`figure.${figure}`)

const explained = ['matches', 'matchedUsers', 'matchRate', 'halfMatchRate', 'pushRate'] as const
const isExplained = (figure: FigureName): figure is (typeof explained)[number] =>
  (explained as readonly string[]).includes(figure)

/** What a figure counts, if its title does not say all. */
export const figureMeaning = (figure: FigureName, word: ReportWord): string | undefined =>
  isExplained(figure) ? word(`meaning.${figure}`) : undefined
