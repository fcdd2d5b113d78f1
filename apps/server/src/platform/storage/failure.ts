/**
 * Whether an error means that this machine could not read or write (no space, no more handles, a broken disk), so that nothing is
 * known about the file. Codes: errno(3).
 */
export const isSystemError = (error: unknown): boolean => systemCodes.has(codeOf(error))

/** Whether an error means that the disk is full. */
export const isStorageFull = (error: unknown): boolean => fullCodes.has(codeOf(error))

const codeOf = (error: unknown) =>
  error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? '') : ''

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])
const systemCodes = new Set([...fullCodes, 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM', 'ENOENT'])

/** The bucket does not answer, refuses for a while, or refuses this service altogether. Nothing is known about the file. */
export class StorageAway extends Error {
  override name = 'StorageAway'

  constructor(cause: unknown) {
    super('The storage of files cannot be used', { cause })
  }
}
