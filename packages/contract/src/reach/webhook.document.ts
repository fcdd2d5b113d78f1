import { counted, document, ids } from '../kernel/area-document.ts'
import { webhook } from './webhook.ts'

const fields = {
  name: '数据中台',
  events: ['accepted', 'returned'],
  url: 'https://data.example.com/kabao',
} as const

export const webhookDocument = document(
  webhook,
  ['Webhook', 'Webhooks'],
  {
    page: { isOn: true },
    create: { orgId: null, ...fields, events: [...fields.events] },
    update: { id: '1001', version: 3, ...fields, events: [...fields.events] },
    newSecret: { overlapDays: 3 },
    turn: { isOn: false },
    try: { event: 'accepted' },
    deliveries: { targetId: '1001', state: 'dead' },
    againMany: ids,
    againCount: { filter: { state: 'dead' } },
    againMatching: { filter: { state: 'dead' }, ...counted },
    figures: { targetId: '1001', fromDay: '2026-03-01', toDay: '2026-03-07' },
  },
  [[/./, 'addresses of systems; deliveries are found by ids']],
)
