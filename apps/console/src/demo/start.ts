import type { RuntimeConfig } from '@kabao/contract/runtime-config'
import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { accountHandlers } from './account-calls.ts'
import { adminHandlers } from './admin-calls.ts'
import { auditHandlers } from './audit-calls.ts'
import { batchHandlers } from './batch-calls.ts'
import { blacklistHandlers } from './blacklist-calls.ts'
import { errorHandlers } from './error-calls.ts'
import { exportHandlers } from './export-calls.ts'
import { feedbackHandlers } from './feedback-calls.ts'
import { fileHandlers } from './file-calls.ts'
import { jobHandlers } from './job-calls.ts'
import { messageHandlers } from './message-calls.ts'

import { pushHandlers } from './push-calls.ts'
import { roleHandlers } from './role-calls.ts'

import { savedViewHandlers } from './saved-view-calls.ts'
import { sessionHandlers } from './session-calls.ts'
import { settingHandlers } from './setting-calls.ts'
import { userHandlers } from './user-calls.ts'

const config: RuntimeConfig = {
  apiBase: '',
  settings: true,
  demo: true,
  timezone: 'Asia/Shanghai',
  dayStartsAt: '00:00',
  links: { designSystem: 'https://arco.design', faq: 'https://arco.design/vue/docs/pro/faq' },
}

/** Answers every call of the console in the browser itself; resolves once it does (decision 014). */
export async function startDemo(): Promise<void> {
  document.documentElement.dataset.demo = 'kabao-demo'
  const worker = setupWorker(
    http.get('*/config.json', () => HttpResponse.json(config)),
    ...sessionHandlers,
    ...accountHandlers,
    // Their paths are read first: `/user/push/orgs` is no user.
    ...pushHandlers,
    ...feedbackHandlers,
    ...batchHandlers,
    ...userHandlers,
    ...blacklistHandlers,
    ...roleHandlers,
    ...adminHandlers,
    ...messageHandlers,
    ...fileHandlers,
    ...errorHandlers,
    ...exportHandlers,
    ...settingHandlers,
    ...auditHandlers,
    ...jobHandlers,
    ...savedViewHandlers,
    // Nothing new arrives in the demo: a stream that stays open and silent.
    http.get(
      '*/api/message/stream',
      () => new HttpResponse(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    ),
    // What the demo does not know has an answer all the same, so that no page waits for a server that is not there.
    http.all('*/api/*', () =>
      HttpResponse.json({ code: '4040', status: 'fail', desc: '', msg: '', data: null }),
    ),
  )
  await worker.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: new URL('mockServiceWorker.js', document.baseURI).href },
  })
}
