import { batch } from '@kabao/contract/batch'
import { answer } from './serve.ts'

/** What little there is without a service is done at once, so that nothing is ever under way. */
export const batchHandlers = [answer(batch.mine, () => [])]
