import { requiredText, text } from './kernel.ts'

/** The address of a page on the web: `https` with a host name, and no user name in it. */
export const webAddress = requiredText(1000).refine(isWebAddress, 'webAddress')

function isWebAddress(typed: string): boolean {
  if (!URL.canParse(typed)) return false
  const { protocol, username, hostname } = new URL(typed)
  return protocol === 'https:' && username === '' && hostname.includes('.')
}

/**
 * The beginning of web addresses, to which a path is added: as `webAddress`, without a query, a fragment and the last slash; empty
 * for none.
 */
export const baseAddress = text(200)
  .overwrite((typed) => typed.replace(/(?<!\/)\/+$/, ''))
  .refine((typed) => typed === '' || isWebAddress(typed), 'webAddress')
  .refine((typed) => !/[?#]/.test(typed), 'addressTail')
