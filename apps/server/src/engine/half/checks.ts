import { type Batcher, createBatcher } from '#platform/batcher'
import type { Engine } from '../engine.ts'
import type { Step } from '../steps.ts'
import { type Choice, createChoosing } from './choose.ts'
import { type Asked, type CheckEnd, createCheckEnds, createCheckSteps } from './end-check.ts'
import { readOffering } from './offers.ts'

/** What the checks of the half flow read and store; those of a moment share statements. */
export interface Checks {
  /** The organizations whose offers a person can consent to now, each with its plan. */
  offering: Batcher<string, ReadonlyMap<string, string>>
  choosing: Batcher<Choice, Step | null>
  ending: Batcher<CheckEnd, null>
  over: Batcher<Asked, null>
  stop(): Promise<void>
}

export function createChecks(engine: Pick<Engine, 'db' | 'settings' | 'leaseMs'>): Checks {
  const offering = createBatcher({
    run: (userIds: readonly string[]) => readOffering(engine.db, userIds),
    waitMs: 1,
    most: 100,
  })
  const choosing = createChoosing(engine)
  const ending = createCheckEnds(engine)
  const over = createCheckSteps(engine)
  return {
    offering,
    choosing,
    ending,
    over,
    async stop() {
      await Promise.all([offering, choosing, ending, over].map((each) => each.stop()))
    },
  }
}
