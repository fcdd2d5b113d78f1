import { type HomeWarning, mostOfKind, warningKinds } from '@kabao/contract/statistics/home'
import { holds } from '#platform/callers/holds'
import { countEach } from '../waiting/kind.ts'
import type { CountedWarning, Looking, Said, Warning } from './kind.ts'
import { countedMoney, moneyWarnings } from './money.ts'
import { countedReach, reachWarnings } from './reach.ts'
import { countedService, serviceWarnings } from './service.ts'

const looked: readonly Warning[] = [...reachWarnings, ...moneyWarnings, ...serviceWarnings]
const counted: readonly CountedWarning[] = [...countedReach, ...countedMoney, ...countedService]

/** What is wrong now, of what the caller may open, the worst first. */
export async function findWarnings(of: Looking): Promise<HomeWarning[]> {
  const isSeen = ({ needs, unless }: Pick<Warning, 'needs' | 'unless'>) =>
    holds(of.caller, ...needs) && !(unless && holds(of.caller, ...unless))
  const mine = counted.filter(isSeen)
  const [counts, found] = await Promise.all([
    countEach(
      of.db,
      mine.map(({ rows }) => rows(of)),
    ),
    Promise.all(
      looked
        .filter(isSeen)
        .map(async ({ kind, look }) => (await look(of)).slice(0, mostOfKind).map(said(kind))),
    ),
  ])
  const sums = mine.flatMap(({ kind, link }, index) => {
    const count = counts[index] as number
    return count > 0 ? [said(kind)({ count, link: link(of) })] : []
  })
  return [...found.flat(), ...sums].toSorted(
    (one, other) => warningKinds.indexOf(one.kind) - warningKinds.indexOf(other.kind),
  )
}

const said =
  (kind: HomeWarning['kind']) =>
  ({ name = null, count = null, at = null, link }: Said): HomeWarning => ({ kind, name, count, at, link })
