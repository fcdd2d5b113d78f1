import { type MediaType, mediaTypes } from '@kabao/contract/file'

const longest = 120

/**
 * What a file is called from now on: the last part of what its sender called it, without what no name needs (control
 * characters, signs that turn the direction of writing, characters that some file system forbids), and with the ending
 * of what it is.
 */
export function cleanName(given: string, type: MediaType): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const stem = last
    .normalize('NFC')
    .replace(/\.[^.]{1,10}$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${[...stem].slice(0, longest).join('') || 'file'}.${mediaTypes[type].extension}`
}
