import { createHash, randomBytes } from 'node:crypto'

/** A new session token: 256 random bits, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The hash that is stored of a token. A plain hash suffices: 256 random bits cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
