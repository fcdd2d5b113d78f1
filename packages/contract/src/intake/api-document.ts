import type { Words } from '../kernel/language.ts'
import {
  clockSeconds,
  idempotencyHours,
  nonceSeconds,
  openBodyBytes,
  signatureHeaders,
} from '../partners/signature.ts'

/*
 * The texts of the open API's document besides its calls. Only the server reads it.
 */

export const intakeTitle: Words = ['卡包服务开放接口', 'Kabao open API']

export const intakeDescription: Words = [
  `渠道与机构以签名调用：请求头 \`${signatureHeaders.channel}\`（渠道）或 \`${signatureHeaders.org}\`（机构）、\`${signatureHeaders.timestamp}\`、\`${signatureHeaders.nonce}\`、\`${signatureHeaders.signature}\`，算法见控制台中的接入指南。时间戳与服务时间相差不超过 ${clockSeconds} 秒，随机串在 ${nonceSeconds} 秒内不能重复，请求体最大 ${openBodyBytes / 1024} KiB。POST 可带 \`Idempotency-Key\`：${idempotencyHours} 小时内以相同的键和请求体重试，得到与第一次逐字节相同的成功应答；被拒绝的请求没有改变任何内容，可用同一键重试。以沙箱密钥签名的请求只做校验并返回示例应答，不保存任何内容。`,
  `Channels and organizations sign their requests: the headers \`${signatureHeaders.channel}\` (a channel) or \`${signatureHeaders.org}\` (an organization), \`${signatureHeaders.timestamp}\`, \`${signatureHeaders.nonce}\` and \`${signatureHeaders.signature}\`, computed as the integration guide in the console says. The timestamp is at most ${clockSeconds} seconds from the time of the service, a nonce is used once within ${nonceSeconds} seconds, and a body has at most ${openBodyBytes / 1024} KiB. A POST may have an \`Idempotency-Key\`: the same key and body within ${idempotencyHours} hours get the first successful answer again, byte for byte; a refused request changed nothing and may be sent again with its key. A request signed with a sandbox key is checked and answered with the example; nothing of it is stored.`,
]

export const webhookDescription: Words = [
  `发往机构与公司系统的 Webhook 地址，签名遵循 \`standard-webhooks\` 规范：请求头 \`webhook-id\`、\`webhook-timestamp\`、\`webhook-signature\`，以 \`whsec_\` 开头的密钥验证；更换密钥期间有两个签名，任一正确即可。渠道的回传使用“本平台 JSON”模板时，正文相同，以渠道的 Secret 签名：\`${signatureHeaders.channel}\`、\`${signatureHeaders.timestamp}\`、\`${signatureHeaders.nonce}\`、\`${signatureHeaders.signature}\`。至少送达一次，以 \`eventId\` 去重；应答 410 表示永久拒绝，其他非 2xx 应答会重发。`,
  `Sent to the webhooks of organizations and of systems of the company, signed by the specification \`standard-webhooks\`: the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` are verified with the secret that begins with \`whsec_\`. While a secret is changed there are two signatures, and one of them must be right. A postback of a channel with the template of our own JSON has the same body, signed with the secret of the channel: \`${signatureHeaders.channel}\`, \`${signatureHeaders.timestamp}\`, \`${signatureHeaders.nonce}\`, \`${signatureHeaders.signature}\`. It arrives at least once: what has the same \`eventId\` is the same event. 410 refuses it for good; what gets another answer than 2xx is sent again.`,
]

export const noticeDescription: Words = [
  `发往渠道的订单通知网址，以渠道的 Secret 签名，与渠道调用接口时相同：\`${signatureHeaders.channel}\`、\`${signatureHeaders.timestamp}\`、\`${signatureHeaders.nonce}\`、\`${signatureHeaders.signature}\`。至少送达一次，以 \`noticeId\` 去重。`,
  `Sent to the address of a channel for order notices, signed with its secret as its own calls are: \`${signatureHeaders.channel}\`, \`${signatureHeaders.timestamp}\`, \`${signatureHeaders.nonce}\`, \`${signatureHeaders.signature}\`. It arrives at least once: what has the same \`noticeId\` is the same notice.`,
]
