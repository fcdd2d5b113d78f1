import type { TemplateEncoding } from '@kabao/contract/partners/template'

export const encode = (bytes: Uint8Array, encoding: TemplateEncoding): string => {
  const buffer = Buffer.from(bytes)
  if (encoding === 'base64') return buffer.toString('base64')
  return encoding === 'HEX' ? buffer.toString('hex').toUpperCase() : buffer.toString('hex')
}

/** The bytes of a text, or null if it is not wholly in this encoding. Blanks and line breaks are skipped; base64url is accepted. */
export function decode(text: string, encoding: 'hex' | 'base64'): Buffer | null {
  const bare = text.replace(/\s/g, '')
  if (encoding === 'hex')
    return /^[0-9a-fA-F]*$/.test(bare) && bare.length % 2 === 0 ? Buffer.from(bare, 'hex') : null
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : null
}
