import { accessToken as area } from '@kabao/contract/access/access-token'
import { special } from '../special.ts'

/** Nobody has a token in the demo, and none can be made. */
export const accessToken = special(area, {
  calls: {
    mine: () => ({ tokens: [], nodes: [], dataScope: 'all', maxDays: 0 }),
  },
})
