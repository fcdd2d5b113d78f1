/** What a deployment tells the console before it starts: the answer of `GET /config.json`. */
export interface RuntimeConfig {
  /** Origin (and path) of the service, without `/api`; empty means the console's own. */
  apiBase: string
  /** Whether the settings drawer is offered (decision 2). */
  settings: boolean
  /** The embedded demo: the console says so in a banner (decision 30). */
  demo: boolean
  /** Where the business is (setting `business.timezone`): every time is shown as its clock reads. */
  timezone: string
  /** Addresses of the two external menu entries (decision 21). */
  links: { designSystem: string; faq: string }
}
