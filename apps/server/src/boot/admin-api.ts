import type { Api } from '#platform/http/openapi'
import {
  apiDescription,
  apiTitle,
  areaTitles,
  bodyExamples,
} from '../../../../packages/contract/src/api-document.ts'
import { endpoints } from '../../../../packages/contract/src/areas.ts'

/** The API of the administrators' console, as its OpenAPI document describes it. */
export const adminApi = (version: string): Api => ({
  title: apiTitle,
  description: apiDescription,
  version,
  prefix: '/api',
  endpoints,
  areas: areaTitles,
  security: { token: { type: 'apiKey', in: 'header', name: 'token' } },
  examples: bodyExamples,
})
