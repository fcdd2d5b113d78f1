import type { CollectionRow } from '@kabao/contract/payment/collection'
import { collection } from '@kabao/contract/payment/collection'
import type { collectionMachine } from '@kabao/contract/payment/collection-machine'
import { collectionMachine as machine } from '@kabao/contract/payment/collection-machine'
import * as z from 'zod'
import { notFound } from '#platform/base/problem'
import type { Entity } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
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
