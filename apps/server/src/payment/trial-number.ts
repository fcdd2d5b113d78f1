import { randomInt } from 'node:crypto'
import { databaseNow } from '#platform/db/now'

/** The number of a trial order begins with this; those of real orders are digits. */
export const trialPrefix = 'TEST'

/** A number for a trial order, which every provider takes. */
export const newTrialNumber = (): string =>
  `${trialPrefix}${databaseNow()}${String(randomInt(1_000_000)).padStart(6, '0')}`

export const isTrialNumber = (orderNo: string): boolean => orderNo.startsWith(trialPrefix)
