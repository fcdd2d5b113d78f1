import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'

/** A template that says as little as it can. */
export const blankTemplate = (): PostbackTemplate => ({
  secrets: [],
  maps: [],
  request: {
    method: 'POST',
    url: '',
    headers: [],
    timeoutMs: 5_000,
    content: 'json',
    body: '{\n  "eventId": {{ eventId | append: "" }},\n  "event": {{ event }},\n  "at": {{ at }}\n}',
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'none',
  batch: null,
  reply: {
    format: 'text',
    statuses: [200, 201, 202, 204],
    refusedStatuses: [410],
    outcomes: [{ when: [], outcome: 'ok' }],
    reason: null,
  },
})

/** The scheme, host and port that a template calls; undefined until it has some. */
export const originOf = (url: unknown): string | undefined =>
  typeof url === 'string' ? /^https?:\/\/[^/?#{]+/.exec(url)?.[0] : undefined

/** Whether two templates differ at most in their address and in what a platform calls an event. */
export const isSameKind = (one: PostbackTemplate, other: PostbackTemplate): boolean => {
  const written = ({ request, maps, ...rest }: PostbackTemplate) =>
    JSON.stringify([
      rest,
      Object.assign({}, request, { url: '' }),
      maps?.map(({ name, entries }) => [name, entries.map(({ from }) => from)]),
    ])
  return written(one) === written(other)
}
