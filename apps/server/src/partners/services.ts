import type { NotePrevious } from './previous-secrets/read.ts'

declare module '#platform/services' {
  interface Services {
    /** Notes that previous secrets verified or decrypted something. */
    notePrevious: NotePrevious
  }
}
