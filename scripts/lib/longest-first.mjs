import { createHash } from 'node:crypto'
import { BaseSequencer } from 'vitest/node'

/** The files that take longest, the longest first: one that began last would run alone at the end. */
export const longest = [
  'test/rotate-processes',
  'engine/kill-points',
  'backup/backup',
  'test/simulate-kills',
  'test/failover',
  'rotation/rotation',
  'test/instances',
  'engine/database-kill',
  'test/leads',
  'test/guess',
  'test/database-silence',
  'money/storm',
  'faults/storage',
  'test/production',
  'lead/batch',
  'test/made-up-area',
]

const place = ({ moduleId }) => {
  const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return at < 0 ? longest.length : at
}

/** Starts the long test files first, and the others in an order that the seed decides, another one in each run. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const { seed } = this.ctx.config.sequence
    if (files.length > 1) console.log(`The files are shuffled; TEST_SEED=${seed} repeats the order.`)
    const order = new Map(
      files.map((file) => [file, createHash('sha256').update(`${seed} ${file.moduleId}`).digest('hex')]),
    )
    return files.toSorted((a, b) => place(a) - place(b) || order.get(a).localeCompare(order.get(b)))
  }
}
