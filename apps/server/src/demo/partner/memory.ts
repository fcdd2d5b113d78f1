/** What the built-in partner decided about a request. */
export interface Decided {
  outcome: 'accepted' | 'rejected' | 'duplicate' | 'failed'
  orderId: string
  /** The price that the reply gives for the person, in fen. */
  priceFen?: number | undefined
  /** From when a query is told, in milliseconds since 1970. */
  toldFrom: number
}

/** What an organization is asked. */
export const partnerStages = ['check', 'submit', 'login', 'query'] as const
export type PartnerStage = (typeof partnerStages)[number]

/** A request that arrived, in the order of arrival. */
export interface Received {
  org: string
  stage: PartnerStage
  requestId: string
}

/** What the built-in partner knows, in memory: decisions by organization and request id. */
export class PartnerMemory {
  readonly received: Received[] = []
  readonly #decided = new Map<string, Decided>()

  find(org: string, requestId: string): Decided | undefined {
    return this.#decided.get(`${org} ${requestId}`)
  }

  /** Decides once: a repeated request keeps the first decision. */
  decide(org: string, requestId: string, decided: Decided): Decided {
    const known = this.find(org, requestId)
    if (known) return known
    this.#decided.set(`${org} ${requestId}`, decided)
    return decided
  }

  /** What was decided for an organization, by request id. */
  decisions(org: string): { requestId: string; outcome: Decided['outcome'] }[] {
    return [...this.#decided]
      .filter(([key]) => key.startsWith(`${org} `))
      .map(([key, { outcome }]) => ({ requestId: key.slice(org.length + 1), outcome }))
  }

  /** How many people an organization has taken. */
  accepted(org: string): number {
    return [...this.#decided].filter(
      ([key, { outcome }]) => key.startsWith(`${org} `) && outcome === 'accepted',
    ).length
  }
}
