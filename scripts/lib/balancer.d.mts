export interface Balancer {
  url: string
  /** The addresses of the instances that were ready when last asked. */
  ready(): string[]
  /** How many calls each instance was sent, in the order of the targets. */
  calls(): number[]
  close(): Promise<void>
}

export function createBalancer(
  targets: string[],
  options?: { everyMs?: number; port?: number },
): Promise<Balancer>
