import { differs, type Simulated } from './simulate.ts'

/** A run in words: what went in, what came out, what is under way, and the sums from both sides. */
export function simulatedText({
  tally,
  events,
  lateMs,
  pushes,
  chargedFen,
  costFen,
  underWay,
  compared,
  faults,
}: Simulated): string {
  const { refused } = tally
  const users = [...tally.users.values()]
  const isNew = users.filter((user) => user.isNew).length
  const ms = [0.5, 0.95, 0.99].map((share) => `${Math.round(tally.quantile(share))} ms`)
  return [
    `In: ${events} events, ${tally.visits} visits, ${users.length} users (${isNew} of them new), ${tally.profiles} profiles, ${tally.checks} checks, ${tally.orders.size} orders, ${tally.repeats} repeats, ${tally.replays} replays.`,
    `Refused: ${refused.blacklisted} on the blacklist, ${refused.capReached} beyond a cap, ${refused.otherChannels} of other channels, ${refused.notSold} orders not sold.`,
    `Answers: ${listed(tally.codes)}; p50 ${ms[0]}, p95 ${ms[1]}, p99 ${ms[2]}; sent again: ${listed(tally.retries)}; the last event ${Math.round(lateMs)} ms late.`,
    `Out: pushes ${listed(Object.entries(pushes))}; charged ${yuan(chargedFen)}, cost of channels ${yuan(costFen)}.`,
    `Under way: ${listed(Object.entries(underWay))}.`,
    'Sums:',
    ...compared.map(
      (one) => `  ${differs(one) ? 'DIFFERENT' : 'equal'}  ${one.name}: ${one.ours} · ${one.theirs}`,
    ),
    ...(faults.length === 0
      ? ['Every answer was right, and all sums are equal.']
      : ['Faults:', ...faults.map((fault) => `  ${fault}`)]),
  ].join('\n')
}

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`

function listed(counts: Iterable<[string, number]>): string {
  const words = [...counts].map(([name, count]) => `${name} ${count}`)
  return words.length === 0 ? 'none' : words.join(', ')
}
