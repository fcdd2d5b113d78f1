import type { Vault } from '#platform/keys/vault'

/** The answer of a gathered call, whose transaction is committed. */
export interface Answered {
  /** The text of the envelope. */
  text: string
  /** It is the stored answer of an earlier request. */
  isRepeat: boolean
}

/** Stored answers are sealed, because some name a person. */
export interface Sealed {
  seal(text: string): Buffer
  open(sealed: Buffer): string
}

export const answerPurpose = 'openAnswer'

export const sealedBy = (vault: Vault): Sealed => ({
  seal: (text) => vault.seal(text, answerPurpose),
  open: (sealed) => vault.open(sealed, answerPurpose),
})
