import type { ShownRequest } from '@kabao/contract/partners/template-shown'
import type { TemplateRequest } from './request.ts'

/** The part of a request that is shown. */
export const shownOf = ({ method, url, headers, body, plain }: TemplateRequest): ShownRequest => ({
  method,
  url,
  headers,
  body,
  plain,
})
