import type { FigureName } from '@kabao/contract/report/figures'
import type { reportWords } from '@kabao/contract/report/report.words'
import type { WordsOf } from '../words/words.ts'

export type ReportWord = WordsOf<typeof reportWords.tree>['t']

/** The title of a figure. @param isManyDays visitors of several days are added, which the title says */
export const figureTitle = (figure: FigureName, isManyDays: boolean, word: ReportWord): string =>
  figure === 'uv' && isManyDays ? word('summed.uv') : word(`figure.${figure}`)
