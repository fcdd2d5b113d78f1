import type { Db } from '#db/client'

/** A user who goes into the pipeline, by the registration or by completing the profile. */
export interface FirstStep {
  userId: string
  kind: 'screen'
}

/** Adds steps of the pipeline, in the transaction that made them due. No pipeline takes steps yet. */
export async function addFirstSteps(_write: Db, _steps: readonly FirstStep[]): Promise<void> {}
