import type { Lockout } from './lockout.ts'
import type { Rules } from './rules.ts'

declare module '#platform/services' {
  interface Services {
    /** The sign-in rules of the general settings. */
    rules: Rules
    lockout: Lockout
  }
}
