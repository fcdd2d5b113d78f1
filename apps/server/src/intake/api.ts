import { intakeDescription, intakeTitle } from '@kabao/contract/intake/api-document'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { fieldWords, intakePrefix, type OpenCall } from '@kabao/contract/intake/kernel'
import { signatureHeaders } from '@kabao/contract/partners/signature'
import type { Api } from '#platform/http/openapi'

const header = (name: string) => ({ type: 'apiKey', in: 'header', name })

/** The open API, as its OpenAPI document describes it. */
export const intakeApi: Api = {
  title: intakeTitle,
  description: intakeDescription,
  prefix: intakePrefix,
  endpoints: intakeEndpoints,
  areas: { open: ['开放接口', 'Open API'] },
  security: {
    channel: header(signatureHeaders.channel),
    org: header(signatureHeaders.org),
    timestamp: header(signatureHeaders.timestamp),
    nonce: header(signatureHeaders.nonce),
    signature: header(signatureHeaders.signature),
  },
  securityOf: (endpoint) => [[(endpoint as OpenCall).caller, 'timestamp', 'nonce', 'signature']],
  notesOf: (endpoint) => (endpoint as OpenCall).description,
  fieldWords: (schema) => fieldWords.get(schema)?.words,
  examples: Object.fromEntries(
    intakeEndpoints.flatMap(({ name, example }) =>
      example.body === undefined ? [] : [[name, example.body]],
    ),
  ),
}
