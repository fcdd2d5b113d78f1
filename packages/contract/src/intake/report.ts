import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { cutText, id, requiredLongText, text } from '../kernel/kernel.ts'
import { feedbackKinds } from '../users/feedback.ts'
import { intakeCallNames } from './call-names.ts'
import { errorLevels, reportedRelease } from './error-report.ts'
import { userId } from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

export const reportCalls = intakeCalls({
  feedback: {
    method: 'POST',
    path: '/feedback',
    kind: 'write',
    access: 'signedIn',
    ...intakeCallNames.feedback,
    description: [
      '只能为本渠道的用户提交。每个渠道每天的提交次数有上限。',
      'Only for users of the same channel. Each channel has a limit per day.',
    ],
    body: z.strictObject({
      userId,
      kind: field(
        [
          '`suggestion` 建议，`complaint` 投诉，`fault` 故障，`other` 其他',
          '`suggestion`, `complaint`, `fault` or `other`',
        ],
        z.enum(feedbackKinds, 'choice'),
      ),
      content: field(['反馈内容', 'What the user says'], requiredLongText(2_000)),
      contact: field(['联系方式', 'How to reach the user'], text(100)).optional(),
    }),
    answer: z.object({ id: field(['反馈编号', 'The ID of the feedback'], id) }),
    refuses: [codes.notFound],
    example: {
      body: { userId: '42', kind: 'fault', content: '领取后卡包里没有优惠券。' },
      answer: { id: '5120' },
    },
  },
  error: {
    method: 'POST',
    path: '/error',
    kind: 'write',
    access: 'anyone',
    ...intakeCallNames.error,
    description: [
      '供用户端页面直接调用，无需签名。过长的内容会被截断；请不要包含个人信息。',
      'For the pages that users see; not signed. Long texts are cut. Send no personal data.',
    ],
    body: z.strictObject({
      level: field(
        ['级别：`error`、`warning` 或 `info`，默认 `error`', 'The level; `error` if it is left out'],
        z.enum(errorLevels, 'choice').default('error'),
      ),
      name: field(['错误名称', 'The name of the error'], cutText(120)),
      message: field(['错误信息', 'The message of the error'], cutText(2_000)),
      stack: field(['调用栈', 'The stack'], cutText(8_000).default('')),
      url: field(['出错页面的网址', 'The address of the page'], cutText(500).default('')),
      release: field(
        [
          '页面的版本，用于按版本查看与还原源码位置',
          'The build of the page, to find its sources and its releases',
        ],
        reportedRelease.default(''),
      ),
      userId: field(
        [
          '受影响的用户编号，由注册接口返回；不知道时不填',
          'The ID of the user whom it happened to, if it is known',
        ],
        id.optional(),
      ),
    }),
    answer: z.null(),
    example: {
      body: { name: 'TypeError', message: 'x is undefined', url: 'https://h5.example.com/card' },
      answer: null,
    },
  },
})
