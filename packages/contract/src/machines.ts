import { feedbackMachine } from './feedback-machine.ts'
import type { Words } from './language.ts'
import { type AllOf, allOf, type Machine } from './machine.ts'
import { productMachine, productUvMachine } from './product-machine.ts'

/** Every machine there is. What stands here is tested: `machine.test.ts` here, `machines.test.ts` on the server, `machine.test.tsx` in the kit. */
export const machines = [feedbackMachine, productMachine, productUvMachine] as const

type Machines = (typeof machines)[number]

/** What the acts on all that match a filter are called, by machine and act, for a list of texts. */
export const machineBatchWords = Object.fromEntries(
  (machines as readonly Machine[]).map((machine) => [
    machine.name,
    Object.fromEntries(allOf(machine).map((act) => [act, machine.acts[act as string]?.summary])),
  ]),
) as unknown as { readonly [M in Machines as M['name']]: { readonly [A in AllOf<M>]: Words } }
