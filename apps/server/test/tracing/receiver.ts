import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdirSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { logFolder } from '../harness.ts'

const value = z.union([
  z.object({ stringValue: z.string() }).transform((each) => each.stringValue),
  z.object({ intValue: z.coerce.number() }).transform((each) => each.intValue),
  z.object({ doubleValue: z.number() }).transform((each) => each.doubleValue),
  z.object({ boolValue: z.boolean() }).transform((each) => each.boolValue),
])
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((all) => Object.fromEntries(all.map((each) => [each.key, each.value])))
/** What the protocol sends (OTLP, `ExportTraceServiceRequest` as JSON), as far as it is used here. */
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().default(''),
              name: z.string(),
              kind: z.number(),
              attributes,
              events: z.array(z.unknown()).default([]),
              links: z.array(z.object({ traceId: z.string() })).default([]),
              status: z
                .object({ code: z.number().default(0), message: z.string().default('') })
                .default({ code: 0, message: '' }),
            }),
          ),
        }),
      ),
    }),
  ),
})

export type ReceivedSpan = z.output<
  typeof sent
>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A receiver of traces by OTLP over HTTP. */
export interface Receiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  spans: ReceivedSpan[]
  /** The attributes of the services that sent them. */
  resources: Record<string, unknown>[]
  /** From now on it takes requests and answers none. */
  hang(): void
  close(): Promise<void>
}

export async function createReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  let isHanging = false
  const held: ServerResponse[] = []
  mkdirSync(logFolder, { recursive: true })
  // The check after the run searches it for the secrets of all tests. Without ids and times, which look like personal numbers.
  const file = join(logFolder, `spans-${randomUUID()}.log`)
  const server = createServer(async (request, response) => {
    if (isHanging) return void held.push(response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { resourceSpans } = sent.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(resource.attributes)
      for (const span of scopeSpans.flatMap((each) => each.spans)) {
        spans.push(span)
        const { name, attributes, events, status } = span
        appendFileSync(file, `${JSON.stringify({ name, attributes, events, status })}\n`)
      }
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    hang() {
      isHanging = true
    },
    async close() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
