import {
  fitsNumber,
  type NumberedRule,
  ruleNumbers,
  ruleOfNumber,
  unseenNumber,
} from '@kabao/contract/supply/rule-numbers'
import { fromFewBits, inFewBits } from './few-bits.ts'
import { type Figures, factsOf, figuresOf, type RunFacts, type SnapshotPlan, seesInstant } from './figures.ts'
import { isWritable, NumberReader, NumberWriter } from './numbers.ts'

/** Why a plan did not fit: the first rule that did not, what the plan wanted, and what the match saw. */
export type Reason = readonly [planId: string, rule: NumberedRule, wanted: unknown, seen: unknown]

/** The reasons of a run, as its columns keep them. */
export interface PackedReasons {
  /** `inFewBits`: a byte for each plan of the snapshot, in its order: the number of the rule, or that it fits, or that nobody looked. */
  reasons: Buffer
  /**
   * The reasons after the first one that is out of the order of the snapshot or has figures of its own, in their order; null: none. Each is
   * the distance from the place before, with the form of its figures in the lowest two bits, then the figures.
   */
  later: Buffer | null
  /** The facts that the reasons are made of. */
  facts: Partial<RunFacts>
  /** Figures of their own that are no numbers. Reasons with the same ones share them. */
  seen: Figures[] | null
}

/** How a later reason has its figures. */
const forms = {
  /** Snapshot and facts say them. */
  known: 0,
  /** What was seen follows: a number, or for `seesInstant` milliseconds since 1970. */
  seen: 1,
  /** What was wanted and what was seen follow, both numbers. */
  both: 2,
  /** The place among `seen` follows. */
  listed: 3,
} as const

/** The plans of a snapshot, with the place of each by its id. */
export interface Places {
  plans: readonly SnapshotPlan[]
  places: ReadonlyMap<string, number>
}

/**
 * Packs the reasons of a run; `unpackReasons` gives them back as they were, in their order.
 * @param whyNot of plans of the snapshot
 * @param run `of`: the plans that it looked at; `chosen`: the plan that needs no reason
 */
export function packReasons(
  whyNot: ReadonlyMap<{ id: string }, { rule: NumberedRule; wanted: unknown; seen: unknown }>,
  { plans, places }: Places,
  { facts, of, chosen }: { facts: RunFacts; of: readonly { id: string }[]; chosen: string | null },
): PackedReasons {
  const bytes = Buffer.alloc(plans.length, of.length < plans.length ? unseenNumber : fitsNumber)
  if (of.length < plans.length) for (const { id } of of) bytes[placeOf(places, id)] = fitsNumber
  const rules = new Set<NumberedRule>()
  const later = new LaterWriter()
  let last = -1
  for (const [{ id }, { rule, wanted, seen }] of whyNot) {
    if (id === chosen) continue
    const place = placeOf(places, id)
    bytes[place] = ruleNumbers[rule]
    const known = figuresOf(rule, plans[place] as SnapshotPlan, facts)
    const isKnown = isSame(known[0], wanted) && isSame(known[1], seen)
    if (isKnown) rules.add(rule)
    if (isKnown && later.isEmpty && place > last) last = place
    else later.add(place, rule, { known, isKnown, own: [wanted, seen] })
  }
  const looked = new Set([...rules].flatMap(factsOf))
  return {
    reasons: inFewBits(bytes),
    later: later.isEmpty ? null : later.bytes,
    facts: Object.fromEntries([...looked].map((name) => [name, facts[name]])),
    seen: later.listed.length > 0 ? later.listed : null,
  }
}

/** The reasons of a run, in the order in which it found them. @param plans those of its snapshot */
export function unpackReasons(
  { reasons, later, facts, seen }: PackedReasons,
  plans: readonly SnapshotPlan[],
): Reason[] {
  const after = new Map<number, Reason>()
  const bytes = fromFewBits(reasons, plans.length)
  const reader = new NumberReader(later ?? Buffer.alloc(0))
  for (let place = 0; !reader.isDone; ) {
    const head = reader.whole()
    place += unfold(Math.floor(head / 4))
    const { planId, rule, known } = knownAt(place)
    after.set(place, [planId, rule, ...readFigures(reader, head % 4, { rule, known, seen })])
  }
  const first = [...bytes.keys()].filter((place) => ruleOfNumber.has(bytes[place] as number))
  return [
    ...first.flatMap((place): Reason[] => {
      const { planId, rule, known } = knownAt(place)
      return after.has(place) ? [] : [[planId, rule, ...known]]
    }),
    ...after.values(),
  ]

  function knownAt(place: number): { planId: string; rule: NumberedRule; known: Figures } {
    const plan = plans[place] as SnapshotPlan
    const rule = ruleOfNumber.get(bytes[place] as number) as NumberedRule
    return { planId: plan.id, rule, known: figuresOf(rule, plan, facts) }
  }
}

class LaterWriter {
  readonly listed: Figures[] = []
  readonly #numbers = new NumberWriter()
  readonly #places = new Map<string, number>()
  #last = 0
  isEmpty = true

  get bytes(): Buffer {
    return this.#numbers.bytes
  }

  add(
    place: number,
    rule: NumberedRule,
    { known, isKnown, own }: { known: Figures; isKnown: boolean; own: Figures },
  ): void {
    const head = (form: number) => this.#numbers.whole(fold(place - this.#last) * 4 + form)
    const [wanted, seen] = own
    const number = seesInstant(rule) ? millisecondsOf(seen) : seen
    if (isKnown) head(forms.known)
    else if (isSame(known[0], wanted) && isWritable(number)) {
      head(forms.seen)
      this.#numbers.signed(number)
    } else if (isWritable(wanted) && isWritable(seen) && !seesInstant(rule)) {
      head(forms.both)
      this.#numbers.signed(wanted)
      this.#numbers.signed(seen)
    } else {
      head(forms.listed)
      this.#numbers.whole(this.#list(own))
    }
    this.#last = place
    this.isEmpty = false
  }

  #list(own: Figures): number {
    const key = JSON.stringify(own)
    const place = this.#places.get(key) ?? this.listed.push(own) - 1
    this.#places.set(key, place)
    return place
  }
}

function readFigures(
  reader: NumberReader,
  form: number,
  { rule, known, seen }: { rule: NumberedRule; known: Figures; seen: Figures[] | null },
): Figures {
  if (form === forms.known) return known
  if (form === forms.listed) return seen?.[reader.whole()] as Figures
  if (form === forms.both) return [reader.signed(), reader.signed()]
  const number = reader.signed()
  return [known[0], seesInstant(rule) ? new Date(number).toISOString() : number]
}

/** Distances either way as numbers from 0 on. */
const fold = (distance: number) => (distance < 0 ? -2 * distance - 1 : 2 * distance)
const unfold = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

/** An instant in the form that `toISOString` gives; undefined for any other value. */
function millisecondsOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value ? ms : undefined
}

/** Whether two figures are written alike; lists of lists only if they are the same list. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, index) => value === other[index]))

function placeOf(places: ReadonlyMap<string, number>, planId: string): number {
  const place = places.get(planId)
  if (place === undefined) throw new Error(`plan ${planId} is not in the snapshot`)
  return place
}
