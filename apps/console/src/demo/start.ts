import type { RuntimeConfig } from '@kabao/contract/kernel/runtime-config'
import { delay, HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { answerRequest } from './service.ts'

/** The delay of a response, in milliseconds. Source: docs/specification/frame.md. */
const patience = { least: 600, most: 1000 }

const config: RuntimeConfig = {
  apiBase: '',
  settings: true,
  demo: true,
  timezone: 'Asia/Shanghai',
  dayStartsAt: '00:00',
  sso: null,
  links: { designSystem: 'https://arco.design', faq: 'https://arco.design/vue/docs/pro/faq' },
}

/** Starts answering every request of the console in the browser itself; resolves when it has started (decision 014). */
export async function startDemo(): Promise<void> {
  document.documentElement.dataset.demo = 'kabao-demo'
  const worker = setupWorker(
    http.get('*/config.json', () => HttpResponse.json(config)),
    // The demo has no new messages, so the stream stays open and silent.
    http.get(
      '*/api/message/stream',
      () => new HttpResponse(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    ),
    http.all('*/api/*', async ({ request }) => {
      await delay(patience.least + Math.random() * (patience.most - patience.least))
      return await answerRequest(request)
    }),
  )
  await worker.start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker: { url: new URL('mockServiceWorker.js', document.baseURI).href },
  })
}
