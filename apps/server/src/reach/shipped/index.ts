import type { ShippedPostback } from '@kabao/contract/reach/postback'
import { plainBody, taken } from './standard.ts'

/** The templates that a postback can begin with. */
export const shippedPostbacks: ShippedPostback[] = [
  {
    code: 'plainJson',
    words: ['本系统的 JSON，以渠道接口密钥签名', 'Our own JSON, signed with the API key of the channel'],
    page: null,
    template: {
      secrets: [],
      maps: [],
      request: {
        method: 'POST',
        url: 'https://channel.example/postback',
        headers: [],
        timeoutMs: 5_000,
        content: 'json',
        body: plainBody,
        sign: null,
        seal: null,
        envelope: null,
      },
      signing: 'channelKey',
      batch: null,
      reply: taken,
    },
  },
]
