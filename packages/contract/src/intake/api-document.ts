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
