import type { ReachEvent } from '@kabao/contract/reach/event'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'

/*
 * The formats of advertising platforms. The types of events are those that accounts of lead advertising usually have; a person changes the map
 * to those of the account.
 */

type Map = PostbackTemplate['maps'][number]

const types = (of: Partial<Record<ReachEvent | '*', string>>): Map => ({
  name: 'types',
  entries: Object.entries(of).map(([from, to]) => ({ from, to })),
})

const template = (
  request: Pick<PostbackTemplate['request'], 'method' | 'url' | 'content' | 'body'>,
  {
    outcomes,
    reason,
    ...own
  }: Pick<PostbackTemplate['reply'], 'outcomes' | 'reason'> &
    Partial<Pick<PostbackTemplate, 'maps' | 'secrets' | 'batch'>>,
): PostbackTemplate => ({
  secrets: [],
  maps: [],
  request: { headers: [], timeoutMs: 5_000, sign: null, seal: null, envelope: null, ...request },
  signing: 'none',
  batch: null,
  ...own,
  reply: { format: 'json', statuses: [200], refusedStatuses: [400], outcomes, reason },
})

const when = (path: string, is: readonly string[], outcome: 'ok' | 'failed' | 'refused') => ({
  when: [{ path, is: [...is] }],
  outcome,
})

/** https://event-manager.oceanengine.com/docs/8650/all_events/ */
export const oceanEngine = template(
  {
    method: 'POST',
    url: 'https://analytics.oceanengine.com/api/v2/conversion',
    content: 'json',
    body: `{
  "event_type": {{ event | lookup: "types" }},
  "context": { "ad": { "callback": {{ clickId }} } },
  "properties": { "pay_amount": {{ amountFen }} },
  "timestamp": {{ at | date: "%Q" | number }}
}`,
  },
  {
    maps: [
      types({
        registered: 'active_register',
        profiled: 'form',
        accepted: 'customer_effective',
        ordered: 'active_pay',
        '*': 'form',
      }),
    ],
    outcomes: [when('$.code', ['0'], 'ok')],
    reason: '$.message',
  },
)

const baidu = (call: string, list: string, item: string, of: Parameters<typeof types>[0]) =>
  template(
    {
      method: 'POST',
      url: `https://ocpc.baidu.com/ocpcapi/api/${call}`,
      content: 'json',
      body: `{ "token": {{ secret.token }}, "${list}": [${item}] }`,
    },
    {
      secrets: [{ name: 'token', kind: 'text', encoding: 'utf8' }],
      maps: [types(of)],
      batch: {
        most: 100,
        list,
        failures: { items: '$.header.errors[*]', position: '$.position', reason: '$.message' },
      },
      outcomes: [when('$.header.status', ['0', '1'], 'ok')],
      reason: '$.header.desc',
    },
  )

/** https://dev2.baidu.com/content?sceneType=0&pageId=101213 */
export const baiduConversions = baidu(
  'uploadConvertData',
  'conversionTypes',
  '{ "logidUrl": {{ extra.landingUrl }}, "newType": {{ event | lookup: "types" | number }}, "convertTime": {{ at | date: "%s" | number }} }',
  { registered: '25', profiled: '3', accepted: '18', ordered: '10', '*': '18' },
)
export const baiduInvalid = baidu(
  'uploadInvalidConvertData',
  'invalidConversionTypes',
  '{ "logidUrl": {{ extra.landingUrl }}, "convertType": {{ event | lookup: "types" | number }}, "convertTime": {{ at | date: "%s" | number }} }',
  { returned: '18', rejected: '3', '*': '18' },
)

/** https://developers.e.qq.com/docs/guide/conversion/new_version/Web_api */
export const tencentAds = template(
  {
    method: 'POST',
    url: 'https://tracking.e.qq.com/conv?cb={{ clickId }}&conv_id={{ extra.conv_id }}',
    content: 'json',
    body: `{
  "actions": [
    {
      "outer_action_id": {{ eventId | append: "" }},
      "action_time": {{ at | date: "%s" | number }},
      "action_type": {{ event | lookup: "types" }},
      "action_param": { "value": {{ amountFen }} }
    }
  ]
}`,
  },
  {
    maps: [
      types({
        registered: 'REGISTER',
        profiled: 'RESERVATION',
        accepted: 'CONFIRM_EFFECTIVE_LEADS',
        ordered: 'PURCHASE',
        '*': 'RESERVATION',
      }),
    ],
    outcomes: [when('$.code', ['0'], 'ok')],
    reason: '$.message',
  },
)

/** https://developers.e.kuaishou.com/docs */
export const kuaishou = template(
  {
    method: 'GET',
    url: 'https://ad.partner.gifshow.com/track/activate',
    content: 'form',
    body: 'callback={{ clickId }}&event_type={{ event | lookup: "types" }}&event_time={{ at | date: "%Q" }}',
  },
  {
    maps: [types({ registered: '2', profiled: '9', accepted: '9', ordered: '3', '*': '9' })],
    outcomes: [when('$.result', ['1'], 'ok')],
    reason: '$.error_msg',
  },
)
