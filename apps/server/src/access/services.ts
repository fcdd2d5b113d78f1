import type { Lockout } from './lockout.ts'
import type { Rules } from './rules.ts'
import type { SsoProvider } from './sso/provider.ts'

declare module '#platform/services' {
  interface Services {
    /** The sign-in rules of the general settings. */
    rules: Rules
    lockout: Lockout
    /** The provider of single sign-on. */
    sso: SsoProvider
  }
}
