import { exportTask } from '@kabao/contract/export-task'
import { answer, pageOf } from './serve.ts'

/** Files are made by the service alone; without it nobody has exported anything. */
export const exportHandlers = [answer(exportTask.mine, ({ body }) => pageOf([], body))]

/** What the menu of the demo leaves out, so that nobody is offered what nothing answers. */
export const isOfExports = (node: string): boolean => /:export$|^exportTask:|^AdminExportList$/.test(node)
