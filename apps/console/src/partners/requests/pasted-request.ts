import type { OpenCaller } from '@kabao/contract/intake/kernel'
import { signatureHeaders } from '@kabao/contract/partners/signature'

/** The fields of a request that its signature depends on. */
export interface PastedFields {
  method: string
  target: string
  key: string
  timestamp: string
  nonce: string
  signature: string
  body: string
}

/**
 * Reads a request as HTTP writes it: the request line, the headers, an empty line, the body. What is not there is left out.
 * An address with its host is reduced to path and query.
 * @param caller who sent it: a channel and an organization name their keys in different headers
 */
export function readPasted(text: string, caller: OpenCaller): Partial<PastedFields> {
  const [, head = '', body] = /^([\s\S]*?)(?:\r?\n\r?\n([\s\S]*))?$/.exec(text.replace(/^\s+/, '')) ?? []
  const [first = '', ...lines] = head.split(/\r?\n/)
  const [, method, target] = /^([A-Za-z]+)\s+((?:https?:\/)?\/\S*)(?:\s+HTTP\/[\d.]+)?\s*$/.exec(first) ?? []
  const headers = new Map(
    (method === undefined ? [first, ...lines] : lines).flatMap((line) => {
      const [, name, value] = /^([\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value ?? ''] as const]
    }),
  )
  const found: Record<keyof PastedFields, string | undefined> = {
    method: method?.toUpperCase(),
    target: target?.replace(/^https?:\/\/[^/?#]+/i, ''),
    key: headers.get(caller === 'org' ? signatureHeaders.org : signatureHeaders.channel),
    timestamp: headers.get(signatureHeaders.timestamp),
    nonce: headers.get(signatureHeaders.nonce),
    signature: headers.get(signatureHeaders.signature),
    body,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
