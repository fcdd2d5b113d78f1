import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { version } from '../base/version.ts'
import { boundedProcessor } from './bounded.ts'
import type { Span, SpanStart, Tracer } from './tracing.ts'

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

interface Options {
  /** Whether calls that name their own span are a part of that trace. */
  followsCallers: boolean
  /** How many spans may wait to be sent; more are dropped. */
  mostWaiting: number
}

/** How long a stop waits for the receiver, in milliseconds. */
const stopMs = 5_000

const kinds: Record<SpanStart['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/**
 * A tracer that sends spans by OTLP over HTTP, as JSON. The SDK reads its own variables (`OTEL_…`): receiver, headers, sampler,
 * limits and batches. This is the only file that imports it.
 */
export function createTracer({ followsCallers, mostWaiting }: Options, log: Log): Tracer {
  const spans = new WeakMap<Span, OtelSpan>()
  const { processor, counts } = boundedProcessor(
    new OTLPTraceExporter(),
    mostWaiting,
    log,
    (bounded) => new BatchSpanProcessor(bounded, { maxQueueSize: mostWaiting }),
  )
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'kabao', 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('kabao', version)

  const contextOf = (parent: string | null | undefined, current: Span | null): Context => {
    if (parent === undefined) {
      const own = current && spans.get(current)
      return own ? trace.setSpan(ROOT_CONTEXT, own) : ROOT_CONTEXT
    }
    const named = parent === null ? null : readTraceparent(parent)
    return named ? trace.setSpanContext(ROOT_CONTEXT, named) : ROOT_CONTEXT
  }

  return {
    followsCallers,
    start({ name, kind, attributes = {}, parent, links = [] }, current) {
      const named = links.flatMap((link) => readTraceparent(link) ?? [])
      const own = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, links: named.map((context) => ({ context })) },
        contextOf(parent, current),
      )
      const span = spanOver(own)
      spans.set(span, own)
      return span
    },
    counts,
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopMs)
      })
      await Promise.race([processor.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

function spanOver(own: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = own.spanContext()
  let isOpen = true
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    get isOpen() {
      return isOpen
    },
    set: (attributes) => void own.setAttributes(attributes),
    fail: (type) => void own.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
    end() {
      if (!isOpen) return
      isOpen = false
      own.end()
    },
  }
}

/** Source: W3C Trace Context, version 00. @returns null if it is none */
function readTraceparent(text: string): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
