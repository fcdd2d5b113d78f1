import { adjustmentMachine } from './adjustment-machine.ts'
import { channelMachine, channelUvMachine } from './channel-machine.ts'
import { collectionMachine } from './collection-machine.ts'
import { correctionMachine } from './correction-machine.ts'
import { differenceMachine } from './difference-machine.ts'
import { errorEventMachine } from './error-event-machine.ts'
import { feedbackMachine } from './feedback-machine.ts'
import type { Words } from './language.ts'
import { type Act, type AllOf, allOf, type Machine } from './machine.ts'
import { orgMachine, orgUvMachine } from './org-machine.ts'
import { planMachine, planUvMachine } from './plan-machine.ts'
import { poolLinkMachine } from './pool-link-machine.ts'
import { productMachine, productUvMachine } from './product-machine.ts'
import { pushPlanMachine } from './push-plan-machine.ts'
import { pushReturnMachine } from './push-return-machine.ts'
import { rechargeMachine } from './recharge-machine.ts'
import { resolutionMachine } from './resolution-machine.ts'
import { salesmanMachine } from './salesman-machine.ts'
import { settlementMachine } from './settlement-machine.ts'

/** Every machine there is. What stands here is tested: `machine.test.ts` here, `machines.test.ts` on the server, `machine.test.tsx` in the kit. */
export const machines = [
  adjustmentMachine,
  channelMachine,
  channelUvMachine,
  collectionMachine,
  errorEventMachine,
  feedbackMachine,
  orgMachine,
  orgUvMachine,
  planMachine,
  planUvMachine,
  poolLinkMachine,
  productMachine,
  productUvMachine,
  pushPlanMachine,
  pushReturnMachine,
  rechargeMachine,
  differenceMachine,
  correctionMachine,
  resolutionMachine,
  salesmanMachine,
  settlementMachine,
] as const

type Machines = (typeof machines)[number]

type WordsOfAll = { readonly [M in Machines as M['name']]: { readonly [A in AllOf<M>]: Words } }

/** What the acts on all that match a filter are called, by machine and act, for a list of texts. */
export const machineBatchWords = ofAll(({ summary }) => summary)

/** The questions before the acts on all that match a filter, by machine and act, for a list of texts. */
export const machineMatchingWords = ofAll(({ summary: [zh, en], all }) =>
  typeof all === 'object' ? all.title : [`${zh}（{{count}} 条）？`, `${en} ({{count}})?`],
)

function ofAll(wordsOf: (act: Act) => Words): WordsOfAll {
  const named = (machines as readonly Machine[]).map((machine) => [
    machine.name,
    Object.fromEntries(allOf(machine).map((act) => [act, wordsOf(machine.acts[act as string] as Act)])),
  ])
  return Object.fromEntries(named)
}
