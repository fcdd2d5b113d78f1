import { errorEvent } from '@kabao/contract/error-event'
import { answer } from './serve.ts'

/** Nobody reads the reports of the demo: they are taken and forgotten. */
export const errorHandlers = [answer(errorEvent.report, () => null)]
