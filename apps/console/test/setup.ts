import * as streams from 'node:stream/web'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// Parts of a page are loaded when they are first needed, which takes longer on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// Features that the console uses and jsdom does not have.
Object.assign(globalThis, streams)
vi.stubGlobal('matchMedia', (query: string) =>
  Object.assign(new EventTarget(), { matches: query.includes('min-width'), media: query }),
)
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
// Nothing is in sight, so that no chart is drawn; a test of what is in sight has its own.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    disconnect() {}
  },
)
// jsdom draws nothing, and ECharts fails when it ends without a canvas; `e2e/chart.e2e.ts` tests the real engine in a browser.
vi.mock('#kit/chart/engine.ts', () => ({
  startEngine: () => ({
    setOption: () => {},
    setTheme: () => {},
    resize: () => {},
    dispose: () => {},
    getOption: () => ({}),
  }),
}))
URL.createObjectURL = () => 'blob:fake'
URL.revokeObjectURL = () => {}
Image.prototype.decode = async () => {}
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

beforeEach(async () => {
  const { endSession, switchLanguage } = await import('#kit')
  await switchLanguage('zh-CN')
  endSession()
  localStorage.clear()
})

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  const { useMessages } = await import('#kit/message/message.ts')
  useMessages.setState({ shown: [] })
})

// Test files share a process, and channels of the same name would carry their messages from one file to another.
const file = crypto.randomUUID()
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${file}`)
  }
}
