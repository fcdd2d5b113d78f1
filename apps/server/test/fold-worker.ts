/** A process that folds again and again from the start message on, for a test to kill. */
import { once } from 'node:events'
import { createDb, createPool } from '#platform/db/client'
import { startFold } from '#statistics/start'

// Its parent is gone, and no other process will end it.
process.once('disconnect', () => process.exit())
process.send?.('there')
const [{ database }] = (await once(process, 'message')) as [{ database: object }]
const pool = createPool(database)
pool.on('error', () => undefined)
startFold(createDb(pool), { warn: () => undefined }, 1)
process.send?.('running')
