import { requiredText } from './kernel.ts'

/** The address of a page on the web: `https` with a host name, and no user name in it. */
export const webAddress = requiredText(1000).refine(isWebAddress, 'webAddress')

function isWebAddress(typed: string): boolean {
  if (!URL.canParse(typed)) return false
  const { protocol, username, hostname } = new URL(typed)
  return protocol === 'https:' && username === '' && hostname.includes('.')
}
