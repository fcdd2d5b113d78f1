import type { Choice, ChoiceQuery } from '@kabao/contract/kernel/choice'
import type { RawBuilder } from 'kysely'
import type { Caller } from '../callers/caller.ts'
import { ownerOf } from '../callers/scope.ts'
import type { Db } from '../db/client.ts'
import { fillWords } from './fill.ts'
import { findChoices } from './find.ts'
import type { ChoiceSource } from './source.ts'

interface Call<Q extends ChoiceQuery> {
  db: Db
  query: Q
  caller: Caller
}

/**
 * Handles a choice endpoint of the contract: `channels: choosing(channelChoices)`.
 * @param narrow makes the condition on the table `t` that the offered records fulfil; a record outside it is not named either
 */
export const choosing =
  <Q extends ChoiceQuery = ChoiceQuery>(source: ChoiceSource, narrow?: (query: Q) => RawBuilder<unknown>) =>
  async ({ db, query, caller }: Call<Q>): Promise<Choice[]> => {
    if (query.keyword && query.ids === undefined) {
      await fillWords(db, source)
      if (source.parent) await fillWords(db, source.parent.source)
    }
    return findChoices(db, source, query, { owner: ownerOf(caller), where: narrow?.(query) })
  }
