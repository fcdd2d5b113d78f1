import type { Api } from '#platform/http/openapi'
import { openDescription, openTitle } from '../../../../packages/contract/src/open/api-document.ts'
import { openEndpoints } from '../../../../packages/contract/src/open/calls.ts'
import { fieldWords, type OpenCall, openPrefix } from '../../../../packages/contract/src/open/kernel.ts'
import { signatureHeaders } from '../../../../packages/contract/src/open/signature.ts'

const header = (name: string) => ({ type: 'apiKey', in: 'header', name })

/** The open API, as its OpenAPI document describes it. */
export const openApiOf = (version: string): Api => ({
  title: openTitle,
  description: openDescription,
  version,
  prefix: openPrefix,
  endpoints: openEndpoints,
  areas: { open: ['开放接口', 'Open API'] },
  security: {
    channel: header(signatureHeaders.channel),
    org: header(signatureHeaders.org),
    timestamp: header(signatureHeaders.timestamp),
    nonce: header(signatureHeaders.nonce),
    signature: header(signatureHeaders.signature),
  },
  securityOf: (endpoint) => [(endpoint as OpenCall).caller, 'timestamp', 'nonce', 'signature'],
  notesOf: (endpoint) => (endpoint as OpenCall).description,
  fieldWords: (schema) => fieldWords.get(schema)?.words,
  examples: Object.fromEntries(
    openEndpoints.flatMap(({ name, example }) => (example.body === undefined ? [] : [[name, example.body]])),
  ),
})
