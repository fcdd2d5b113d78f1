import type { PaymentProvider, ProviderAccount } from './provider.ts'

declare module '#platform/services' {
  interface Services {
    /** The payment provider of a collection channel. */
    providerOf: (account: ProviderAccount) => PaymentProvider
    /** Whether collection channels of the built-in sandbox take orders in this deployment. */
    takesSandbox: boolean
  }
}

declare module '#platform/jobs/job' {
  interface JobServices {
    /** The payment provider of a collection channel. */
    providerOf: (account: ProviderAccount) => PaymentProvider
  }
}
