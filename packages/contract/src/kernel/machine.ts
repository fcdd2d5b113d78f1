import type * as z from 'zod'
import type { Words } from './language.ts'

/** The meaning of a state for users; the console has a color for each tone. */
export type StateTone = 'waiting' | 'active' | 'good' | 'bad' | 'over'

export interface State {
  words: Words
  tone: StateTone
}

/** A change of state that only the service makes, in a job or at a certain time; no endpoint makes it. */
export interface ServiceAct<S extends string = string> {
  from: readonly S[]
  to: S
  /** What it does, as the audit log shows it: `['计划用尽', 'Plan exhausted']`. */
  summary: Words
}

/** A change of state that a user requests. Its endpoints, buttons and tests are derived from it. */
export interface Act<S extends string = string> extends ServiceAct<S> {
  /** The action half of its permission point. Default: its key. */
  point?: string
  /** The text of its button, and the message when it is done. */
  button: Words
  done: Words
  /** The confirmation before it is done. */
  question?: { title: Words; text: Words }
  /** Its buttons are marked as dangerous. */
  isDanger?: true
  /** It is a review: whoever filed a row does not do it to this row. */
  isReview?: true
  /** Its input: the fields of the body besides the version of the row. */
  asks?: z.ZodRawShape
  /** It can be done to several rows by their ids, without input; `{{count}}` is the number of selected rows. */
  several?: { button: Words; title: Words; text: Words }
  /** It can be done to all rows that match a filter; `title` is the question before it, in which `{{count}}` is their number. */
  all?: true | { title: Words }
}

/** The states of an entity and the changes between them. */
export interface Machine {
  /** The name of the area, also in the permission points and the audit log entries. */
  name: string
  states: Readonly<Record<string, State>>
  /** The state of a new row. */
  start: string
  acts: Readonly<Record<string, Act>>
  serviceActs: Readonly<Record<string, ServiceAct>>
  /** Money moves by its acts; so each question names these fields of the row. */
  moves?: MovedMoney
}

/** The fields of a row that say whose money moves, and how much of it in fen. */
export interface MovedMoney {
  /** A pair is the ends of a span. A field without a value is left out. */
  whose: readonly (string | readonly [from: string, to: string])[]
  fen: string
}

/** Declares a machine. An act from or to a state that does not exist does not compile. */
export const machine = <
  const N extends string,
  const S extends Record<string, State>,
  const A extends Record<string, Act<keyof S & string>>,
  const X extends Record<string, ServiceAct<keyof S & string>>,
>(table: {
  name: N
  states: S
  start: keyof S & string
  acts: A
  serviceActs: X
  moves?: MovedMoney
}) => table

export type StateOf<M extends Machine> = keyof M['states'] & string
export type ActOf<M extends Machine> = keyof M['acts'] & string
type With<M extends Machine, K extends keyof Act> = {
  [A in ActOf<M>]: M['acts'][A] extends Record<K, unknown> ? A : never
}[ActOf<M>]
/** The names of the acts that can be done to several rows, and to all rows that match a filter. */
export type SeveralOf<M extends Machine> = With<M, 'several'>
export type AllOf<M extends Machine> = With<M, 'all'>
/** The input fields of an act, as schemas. */
export type AsksOf<M extends Machine, A extends ActOf<M>> = M['acts'][A] extends {
  asks: infer F extends z.ZodRawShape
}
  ? F
  : Record<never, never>
/** The input of any act of the machine. */
export type ActInput<M extends Machine> = [With<M, 'asks'>] extends [never]
  ? object
  : { [A in ActOf<M>]: z.output<z.ZodObject<AsksOf<M, A>>> }[ActOf<M>]

/** The states, in the order of the table. */
export const statesOf = <M extends Machine>({ states }: M) =>
  Object.keys(states) as [StateOf<M>, ...StateOf<M>[]]
export const actNamesOf = <M extends Machine>({ acts }: M) => Object.keys(acts) as ActOf<M>[]
export const severalOf = <M extends Machine>(of: M) =>
  actNamesOf(of).filter((name) => of.acts[name]?.several) as string[] as SeveralOf<M>[]
export const allOf = <M extends Machine>(of: M) =>
  actNamesOf(of).filter((name) => of.acts[name]?.all) as string[] as AllOf<M>[]

/** The act with this name, including those that only the service does. */
export const actOf = ({ acts, serviceActs }: Machine, name: string): ServiceAct =>
  (acts[name] ?? serviceActs[name]) as ServiceAct

/** Whether an act is possible in a state. */
export const isPossible = (of: Machine, act: string, state: string): boolean =>
  actOf(of, act).from.includes(state)

/** Whether an act is a review of a row. */
export const isReviewAct = ({ acts }: Machine, act: string): boolean => acts[act]?.isReview === true

/** The words of the states by their names, for a list of texts. */
export const stateWords = <M extends Machine>({ states }: M) =>
  Object.fromEntries(Object.entries(states).map(([name, { words }]) => [name, words])) as {
    readonly [S in StateOf<M>]: Words
  }
