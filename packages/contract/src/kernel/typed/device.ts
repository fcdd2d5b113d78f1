import { narrow } from './marks.ts'

/** The number of a device in lower case: systems write one number in either case. */
export const plainDevice = (text: string): string => narrow(text).toLowerCase()
