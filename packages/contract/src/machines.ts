import { feedbackMachine } from './feedback-machine.ts'
import type { Words } from './language.ts'
import { type AllOf, allOf, type Machine } from './machine.ts'

/** Every machine there is. Whoever stands here is tested by `machines.test.ts` of the contract and of the server. */
export const machines = [feedbackMachine] as const

type Machines = (typeof machines)[number]
/** An act on all that match a filter, by machine and act: `feedback.take`. */
export type MachineBatch = { [M in Machines as M['name']]: `${M['name']}.${AllOf<M>}` }[Machines['name']]

export const machineBatches = (machines as readonly Machine[]).flatMap((machine) =>
  allOf(machine).map((act) => `${machine.name}.${act}`),
) as MachineBatch[]

/** What those acts are called, by machine and act, for a list of texts. */
export const machineBatchWords = Object.fromEntries(
  (machines as readonly Machine[]).map((machine) => [
    machine.name,
    Object.fromEntries(allOf(machine).map((act) => [act, machine.acts[act as string]?.summary])),
  ]),
) as unknown as { readonly [M in Machines as M['name']]: { readonly [A in AllOf<M>]: Words } }
