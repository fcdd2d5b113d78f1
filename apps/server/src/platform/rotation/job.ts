import * as z from 'zod'
import type { AnyListImport } from '../imports/list-import.ts'
import { type AnyJob, defineJob } from '../jobs/job.ts'
import type { SealedColumn } from '../keys/sealed-column.ts'
import { continueRotation } from './rotate.ts'

/** The queue of the rotation. */
export const rotationQueue = { name: 'data-key-rotation', data: z.strictObject({}) }

/** Longer than any statement of a call, and than the way from sealing a value to writing it. */
const graceMs = 15_000

/**
 * Replaces a data key once the command has begun it. A killed run is continued by the next one.
 * @param lists every list that rows can be imported into
 * @param columns every column with sealed values
 */
export const rotationJob = (lists: readonly AnyListImport[], columns: readonly SealedColumn[]): AnyJob =>
  defineJob({
    ...rotationQueue,
    title: ['更换数据密钥', 'Replace the data key'],
    isSingle: true,
    lane: 'heavy',
    cron: '*/10 * * * *',
    async run({ db, vault, signal, progress }) {
      const seen = await continueRotation({ db, vault, lists, columns, signal, progress, graceMs })
      return { seen: seen ?? 0 }
    },
  })
