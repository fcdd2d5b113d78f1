import { counted, document, ids } from '../kernel/area-document.ts'
import { postback } from './postback.ts'
import type { PostbackTemplate } from './postback-template.ts'

const template: PostbackTemplate = {
  secrets: [],
  maps: [],
  request: {
    method: 'POST',
    url: 'https://channel.example.com/conversion',
    headers: [],
    timeoutMs: 5_000,
    content: 'json',
    body: '{"event":{{ event }},"click":{{ clickId }}}',
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'none',
  batch: null,
  reply: {
    format: 'json',
    statuses: [200],
    refusedStatuses: [400],
    outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'ok' }],
    reason: '$.message',
  },
}
const fields = { name: '接受回传', event: 'accepted', partPercent: 80, dailyCap: 1_000, template } as const

export const postbackDocument = document(
  postback,
  ['回传', 'Postbacks'],
  {
    page: { channelId: '1001', isOn: true },
    create: { channelId: '1001', isOn: true, ...fields },
    update: { id: '1001', version: 3, ...fields },
    preview: { template, event: 'accepted' },
    turn: { isOn: false },
    try: { event: 'accepted' },
    deliveries: { targetId: '1001', state: 'dead' },
    againMany: ids,
    againCount: { filter: { state: 'dead' } },
    againMatching: { filter: { state: 'dead' }, ...counted },
    figures: { channelId: '1001', fromDay: '2026-03-01', toDay: '2026-03-07' },
  },
  [[/./, 'addresses, templates and secrets of channels; deliveries are found by ids']],
)
