import { document, ids } from '../kernel/area-document.ts'
import { message } from './message.ts'

export const messageDocument = document(message, ['消息', 'Messages'], {
  read: ids,
  clear: { upTo: '1042' },
})
