import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Endpoint, type Language, languageOf } from '@kabao/contract'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kabao API</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="ui"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`

const start = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#ui', deepLinking: true, validatorUrl: null,
  requestInterceptor: (request) => { const token = localStorage.getItem('token'); if (token) request.headers.token = token; return request } })`

/** `/api/docs`: the OpenAPI document, and Swagger UI from this server alone. */
export function registerDocs(app: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const file = (name: string, type: string) =>
    app.get(`/api/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(join(folder, name))),
    )
  // Made once in each language: it takes far longer than any call may, and anybody may ask for it.
  const documents = new Map<Language, Promise<string>>()
  const documentIn = (language: Language) => {
    const made =
      documents.get(language) ??
      openApi(endpoints, language, version, setImmediate).then((document) => JSON.stringify(document))
    documents.set(language, made)
    return made
  }
  app.get('/api/docs', async (_request, reply) => reply.type('text/html').send(page))
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript').send(start))
  app.get('/api/docs/openapi.json', async (request, reply) =>
    reply.type('application/json').send(await documentIn(languageOf(request.headers['accept-language']))),
  )
  file('swagger-ui.css', 'text/css')
  file('swagger-ui-bundle.js', 'text/javascript')
}
