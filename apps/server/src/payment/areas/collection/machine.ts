import * as z from 'zod'
import { notFound } from '#platform/http/problem'
import type { Entity } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
import type { CollectionRow } from '../../../../../../packages/contract/src/collection.ts'
import { collection } from '../../../../../../packages/contract/src/collection.ts'
import type { collectionMachine } from '../../../../../../packages/contract/src/collection-machine.ts'
import { collectionMachine as machine } from '../../../../../../packages/contract/src/collection-machine.ts'
import { dayIn, find, rowsOfCollections } from './queries.ts'

const filter = z.strictObject(collection.page.body.shape).omit({ current: true, size: true, sort: true })

/** The rows of the state machine of collection channels. */
export const entity: Entity<typeof collectionMachine, CollectionRow, z.output<typeof filter>> = {
  machine,
  table: 'collection',
  ofOwner: () => [],
  async show(db, id) {
    const [row] = await find(db, [id], dayIn(await storedClock(db)))
    if (!row) throw notFound()
    return row
  },
  filter,
  rows: (_, given) => rowsOfCollections({ ...given, sort: 'createdAt' }),
}
