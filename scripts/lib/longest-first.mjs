import { BaseSequencer } from 'vitest/node'

/** The files that take more than a minute, the longest first: one that began last would run alone at the end. */
const longest = [
  'test/process',
  'test/production',
  'test/access-matrix',
  'test/machines',
  'test/hostile-cost',
  'test/hostile',
  'areas/batch/kill',
  'engine/kill-points',
  'test/simulate-kills',
  'test/made-up-area',
  'blacklist/import/crash',
  'test/admin-command',
  'engine/pipeline',
]

const place = ({ moduleId }) => {
  const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return at < 0 ? longest.length : at
}

/** Starts the long test files first, and the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    // The sort is stable, so files of the same place keep their order.
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
