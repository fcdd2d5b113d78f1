import { clockSeconds } from '@kabao/contract/partners/signature'

/*
 * Times that partners give are compared with the clock that checks their signatures, and by as much: whoever may sign may also say when
 * something was.
 */

const apartMs = clockSeconds * 1_000

/** Whether a time of a partner is further ahead of our clock than theirs may be. */
export const isAhead = (at: string): boolean => Date.parse(at) > Date.now() + apartMs

/** Whether a time of a partner is surely before an instant of ours. */
export const isBefore = (at: string, instant: string): boolean =>
  Date.parse(at) < Date.parse(instant) - apartMs
