import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { boundedProcessor } from './bounded.ts'

/** A receiver that answers when it is told. */
function heldReceiver() {
  const waiting: { count: number; answer: (result: { code: number; error?: Error }) => void }[] = []
  return {
    waiting,
    export(spans: unknown[], answer: (result: { code: number; error?: Error }) => void) {
      waiting.push({ count: spans.length, answer })
    },
    shutdown: async () => undefined,
  }
}

test('no more spans wait than allowed, those under way included, and what becomes of them is counted', async () => {
  const receiver = heldReceiver()
  const lines: string[] = []
  const log = {
    info: (_details: object, line: string) => lines.push(line),
    warn: (_details: object, line: string) => lines.push(line),
  }
  const { processor, counts } = boundedProcessor(
    receiver,
    3,
    log as never,
    (exporter) => new BatchSpanProcessor(exporter, { maxQueueSize: 3, scheduledDelayMillis: 10 }),
  )
  const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('test')
  const make = (count: number) => {
    for (let nth = 0; nth < count; nth++) tracer.startSpan('one').end()
  }
  make(5)
  expect(counts()).toEqual({ sent: 0, failed: 0, dropped: 2 })
  await expect.poll(() => receiver.waiting.length).toBe(1)
  make(1)
  expect(counts().dropped).toBe(3)
  receiver.waiting[0]?.answer({ code: 1, error: new Error('down') })
  expect(counts()).toEqual({ sent: 0, failed: 3, dropped: 3 })
  make(2)
  await expect.poll(() => receiver.waiting.length).toBe(2)
  receiver.waiting[1]?.answer({ code: 0 })
  expect(counts()).toEqual({ sent: 2, failed: 3, dropped: 3 })
  expect(lines).toEqual(['traces could not be sent', 'traces are sent again'])
})
