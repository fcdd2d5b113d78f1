import { today } from './form/business-time.ts'

/** A day below a chart: `03-01`; with its year if that is not the running one. Both as `yyyy-mm-dd`. */
export const shortDay = (day: string, now = today()): string =>
  day.slice(0, 4) === now.slice(0, 4) ? day.slice(5) : day
