import { salesmanMachine } from '../crm/salesman-machine.ts'
import { pushPlanMachine } from '../engine/push-plan-machine.ts'
import { pushReturnMachine } from '../engine/push-return-machine.ts'
import type { Words } from '../kernel/language.ts'
import { type Act, type AllOf, allOf, type Machine } from '../kernel/machine.ts'
import { adjustmentMachine } from '../ledger/adjustment-machine.ts'
import { changeRequestMachine } from '../ledger/change-request-machine.ts'
import { rechargeMachine } from '../ledger/recharge-machine.ts'
import { settlementMachine } from '../ledger/settlement-machine.ts'
import { errorEventMachine } from '../operations/error-event-machine.ts'
import { collectionMachine } from '../payment/collection-machine.ts'
import { poolLinkMachine } from '../payment/pool-link-machine.ts'
import { resolutionMachine } from '../payment/resolution-machine.ts'
import { correctionMachine } from '../reconcile/correction-machine.ts'
import { differenceMachine } from '../reconcile/difference-machine.ts'
import { channelMachine, channelUvMachine } from '../supply/channel-machine.ts'
import { orgMachine, orgUvMachine } from '../supply/org-machine.ts'
import { planMachine, planUvMachine } from '../supply/plan-machine.ts'
import { productMachine, productUvMachine } from '../supply/product-machine.ts'
import { feedbackMachine } from '../users/feedback-machine.ts'

/** Every machine there is. What stands here is tested: `machine.test.ts` here, `machines.test.ts` on the server, `machine.test.tsx` in the kit. */
export const machines = [
  adjustmentMachine,
  changeRequestMachine,
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

/** The permission points that allow reviews, each with what one of them is called. */
export const reviewPoints: ReadonlyMap<string, Words> = new Map(
  (machines as readonly Machine[]).flatMap(({ name, acts }) =>
    Object.entries(acts).flatMap(([key, { isReview, point = key, summary }]): [string, Words][] =>
      isReview ? [[`${name}:${point}`, summary]] : [],
    ),
  ),
)

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
