import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { SpanOutcome } from './tracing.ts'

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** The code of an export that succeeded. Source: `ExportResultCode` of @opentelemetry/core. */
const success = 0
const sampled = 1

/**
 * Bounds how many spans wait for a receiver that is slow or down, those under way to it included, and counts what becomes of them.
 * The processor of the SDK drops too, but does not say how many.
 * @param make the processor that batches spans for an exporter
 */
export function boundedProcessor(
  receiver: SpanExporter,
  most: number,
  log: Log,
  make: (exporter: SpanExporter) => SpanProcessor,
) {
  const counted: Record<SpanOutcome, number> = { sent: 0, failed: 0, dropped: 0 }
  let waiting = 0
  let isFailing = false

  const exporter: SpanExporter = {
    export(spans, done) {
      receiver.export(spans, (result) => {
        const isSent = result.code === success
        waiting -= spans.length
        counted[isSent ? 'sent' : 'failed'] += spans.length
        if (isFailing === isSent)
          if (isSent) log.info({}, 'traces are sent again')
          else log.warn({ err: result.error }, 'traces could not be sent')
        isFailing = !isSent
        done(result)
      })
    },
    shutdown: () => receiver.shutdown(),
  }
  const batching = make(exporter)
  const processor: SpanProcessor = {
    onStart: (span, context) => batching.onStart(span, context),
    onEnd(span: ReadableSpan) {
      if ((span.spanContext().traceFlags & sampled) === 0) return
      if (waiting >= most) {
        counted.dropped++
        return
      }
      waiting++
      batching.onEnd(span)
    },
    forceFlush: () => batching.forceFlush(),
    shutdown: () => batching.shutdown(),
  }
  return { processor, counts: () => ({ ...counted }) }
}
