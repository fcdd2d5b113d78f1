import { narrow } from './marks.ts'

/** A phone without spaces, hyphens, brackets, the code of China, and the 0 that was once dialed before it: eleven digits, if it is one. */
export const plainPhone = (text: string): string =>
  /^\d{11}$/.test(text)
    ? text
    : narrow(text)
        .replace(/[\s()-]/g, '')
        .replace(/^(?:\+?0{0,2}86|0)(?=1\d{10}$)/, '')
