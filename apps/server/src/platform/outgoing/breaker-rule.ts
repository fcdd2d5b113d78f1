/**
 * When the breaker of another side opens: when 70 percent of at least 10 calls within 5 minutes failed, on all instances at once. Then one call
 * at a time finds out whether the other side is back.
 */
export const breakerRule = {
  fewestCalls: 10,
  openFromPercent: 70,
  windowMinutes: 5,
  /** The pause between two probes, in milliseconds; longer than any call takes. */
  probeMs: 35_000,
} as const
