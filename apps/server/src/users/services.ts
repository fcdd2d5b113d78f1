import type { RiskProvider } from './risk/provider.ts'

declare module '#platform/services' {
  interface Services {
    /** Replaces the risk provider of this instance; it gets ours as an argument. */
    riskOf: (own: RiskProvider) => RiskProvider
  }
}
