import type { FastifyInstance, FastifyRequest } from 'fastify'
import { followsCallers, isTracing, openSpan, type Span, within } from '../tracing/tracing.ts'

/**
 * Makes each request a span: its route by its pattern, its status and the code of its envelope; no path, query, header or body. Does
 * nothing without a tracer. Register it before all other hooks, so that they are parts of the span.
 */
export function registerTraces(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'unknown', config } = request.routeOptions
    // Probes and scrapers call all the time, and nobody looks for their traces.
    if (config.anyHost) return done()
    const { traceparent } = request.headers
    const span = openSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'kabao.request_id': String(request.id),
        ...(config.endpoint && { 'kabao.endpoint': config.endpoint.name }),
      },
      parent: followsCallers() && typeof traceparent === 'string' ? traceparent : null,
    })
    spans.set(request, span)
    within(span, done)
  })
  // The events of the body belong to the connection, not to the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) within(span, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (!span) return done()
    span.set({
      'http.response.status_code': reply.statusCode,
      ...(reply.envelopeCode !== null && { 'kabao.envelope_code': reply.envelopeCode }),
    })
    if (reply.statusCode >= 500) span.fail(String(reply.statusCode))
    // With the line of the log, which is written at once.
    within(span, done)
    span.end()
  })
}
