import { noticeKinds } from '@kabao/contract/kernel/notice-kind'
import { postbackEvents } from '@kabao/contract/reach/event'
import { notice as noticeArea } from '@kabao/contract/reach/notice'
import { postback as postbackArea } from '@kabao/contract/reach/postback'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { webhook as webhookArea } from '@kabao/contract/reach/webhook'
import { special } from '../special.ts'

const url = 'https://ads.example.com/api/conversion'
const template: PostbackTemplate = {
  secrets: [],
  maps: [],
  request: {
    method: 'POST',
    url,
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
    outcomes: [{ when: [], outcome: 'ok' }],
    reason: null,
  },
}
const healthy = { brokenAt: null, pausedUntil: null, waiting: 0, dead: 0 }

/** The postbacks of the demo; nothing is sent. */
export const postback = special(postbackArea, {
  count: 12,
  row: (random) =>
    Object.assign(
      { event: random.pick(postbackEvents), method: 'POST', url, template, secrets: [] },
      healthy,
      {
        delaySeconds: 0,
        partPercent: 100,
        dailyCap: null,
      },
    ),
})

/** The targets of notices of the demo; nothing is sent. */
export const notice = special(noticeArea, {
  count: 6,
  row: (random) =>
    Object.assign(
      {
        kind: random.pick(['wecom', 'dingtalk', 'feishu'] as const),
        kinds: [random.pick(noticeKinds)],
        host: 'robot.example.com',
        quietFrom: null,
        quietTo: null,
        digest: 'none' as const,
        language: 'zh-CN' as const,
        roleId: null,
        roleName: null,
        port: null,
        security: null,
        account: null,
        sender: null,
        addresses: [],
        secrets: ['url' as const],
      },
      healthy,
    ),
  filters: { about: ({ kinds }, value) => kinds.some((kind) => kind === value) },
})

/** What is shown once. */
const made = { secret: 'whsec_demo' }

/** The webhooks of the demo; nothing is sent. */
export const webhook = special(webhookArea, {
  count: 12,
  row: (random) =>
    Object.assign({ events: [random.pick(postbackEvents)], previousEndsAt: null }, healthy, made),
  fresh: () => made,
  filters: { event: ({ events }, value) => events.some((event) => event === value) },
})
