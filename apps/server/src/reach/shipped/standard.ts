import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { webhookBody } from '@kabao/contract/reach/webhook-event'

/** An event as our own JSON has it; what has no value is null. */
export const plainBody = `{
${Object.keys(webhookBody.shape)
  .map((name) => `  "${name}": {{ ${name} }}`)
  .join(',\n')}
}`

/** Everything that answers 2xx has taken it. */
export const taken: PostbackTemplate['reply'] = {
  format: 'text',
  statuses: [200, 201, 202, 204],
  refusedStatuses: [410],
  outcomes: [{ when: [], outcome: 'ok' }],
  reason: null,
}

/** How webhooks are sent. */
export const standardWebhook = (url: string): PostbackTemplate => ({
  secrets: [{ name: 'signing', kind: 'text', encoding: 'utf8' }],
  maps: [],
  request: {
    method: 'POST',
    url,
    headers: [],
    timeoutMs: 10_000,
    content: 'json',
    body: plainBody,
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'standardWebhooks',
  batch: null,
  reply: taken,
})

/** Our own JSON, with the signature of our own contract. */
export const plainJson: PostbackTemplate = {
  ...standardWebhook('https://channel.example/postback'),
  secrets: [],
  signing: 'channelKey',
}
