import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inLanguage, type Language, languageOf, languages } from '@kabao/contract'
import type { FastifyInstance } from 'fastify'
import { type Api, openApi } from './openapi.ts'

/** `/api/docs` for an API at `/api`: its OpenAPI document, and Swagger UI, all from this server. */
export function registerDocs(app: FastifyInstance, api: Api): void {
  const place = `${api.prefix}/docs`
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const file = (name: string, type: string) =>
    app.get(`${place}/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(join(folder, name))),
    )
  app.get(place, async (request, reply) =>
    reply.type('text/html').send(page(place, api, languageOf(request.headers['accept-language']))),
  )
  app.get(`${place}/start.js`, async (_request, reply) =>
    reply.type('text/javascript').send(start(place, api)),
  )
  // Depends on the code only, so it is made once per language. Making it takes longer than a request may block the event loop, and
  // anybody may request it, so a listening service makes both languages before the first request.
  const made = new Map<Language, string>()
  const documentIn = (language: Language) => {
    const document = made.get(language) ?? JSON.stringify(openApi(api, language))
    made.set(language, document)
    return document
  }
  app.addHook('onListen', async () => languages.forEach(documentIn))
  app.get(`${place}/openapi.json`, async (request, reply) =>
    reply
      .type('application/json')
      .header('vary', 'accept-language')
      .send(documentIn(languageOf(request.headers['accept-language']))),
  )
  file('swagger-ui.css', 'text/css')
  file('swagger-ui-bundle.js', 'text/javascript')
}

const page = (place: string, { title }: Api, language: Language) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inLanguage(title, language)}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${place}/swagger-ui.css"></head>
<body><div id="ui"></div><script src="${place}/swagger-ui-bundle.js"></script><script src="${place}/start.js"></script></body>
</html>`

/** Requests tried out in the administrators' document carry the session token of the console in the same browser. */
const start = (place: string, { security }: Api) =>
  `SwaggerUIBundle({ url: '${place}/openapi.json', dom_id: '#ui', deepLinking: true, validatorUrl: null${'token' in security ? withToken : ''} })`
const withToken = `,
  requestInterceptor: (request) => { const token = localStorage.getItem('token'); if (token) request.headers.token = token; return request }`
