import { type MediaType, mediaTypes } from '@kabao/contract/operations/file'

const longest = 120

/**
 * The stored name of a file: the last part of the sender's name for it, without control characters, bidirectional control
 * characters and characters that some file systems forbid, and with the extension of its detected type.
 */
export function cleanName(given: string, type: MediaType): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const stem = last
    .normalize('NFC')
    .replace(/\.[^.]{1,10}$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  return `${[...stem].slice(0, longest).join('') || 'file'}.${mediaTypes[type].extension}`
}
