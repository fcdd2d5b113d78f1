import { narrow } from './marks.ts'

/** An id number without spaces and hyphens. Its X is a Latin one in upper case, whichever one was typed. */
export const plainIdNumber = (text: string): string =>
  /^\d{17}[\dX]$/.test(text)
    ? text
    : narrow(text)
        .replace(/[\s-]/g, '')
        .replace(/[x×ⅹⅩхХ]$/, 'X')
        .toUpperCase()
