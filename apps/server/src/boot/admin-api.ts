import { apiDescription, apiTitle, areaTitles, bodyExamples } from '@kabao/contract/app/api-document'
import { endpoints } from '@kabao/contract/app/areas'
import type { Api } from '#platform/http/openapi'

/** The API of the administrators' console, as its OpenAPI document describes it. */
export const adminApi: Api = {
  title: apiTitle,
  description: apiDescription,
  prefix: '/api',
  endpoints,
  areas: areaTitles,
  security: {
    token: { type: 'apiKey', in: 'header', name: 'token', description: 'session' },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'kabao_pat_…',
      description: 'personal access token',
    },
  },
  securityOf: ({ byPerson }) => (byPerson ? [['token']] : [['token'], ['bearer']]),
  examples: bodyExamples,
}
