/* What other modules may use of this one. */
export { changeText, figureText } from './report/figure-text.ts'
export { periodsIn } from './report/periods.ts'
