import { words } from '../kernel/language.ts'

/** What the console says about reviews by a second person. */
export const reviewWords = words('review', {
  /** `act` is called as its button, so that the list has one word for it. */
  note: ['{{act}}原因', '{{act}}: reason'],
  noteHint: ['提交人会看到此原因。', 'The submitter is shown this reason.'],
  own: ['由您提交，须由他人审核。', 'You submitted this, so another person reviews it.'],
  account: [
    '账号由提交人创建或设置（密码、两步验证、角色，30 天内，双方任一方向），须由他人审核。',
    'Account made by the submitter, or set up by one of you for the other within 30 days (password, two-step verification, roles). Another person reviews it.',
  ],
  title: ['{{act}}：选中的 {{count}} 条', '{{act}}: {{count}} selected {{count, record|records}}'],
  done: ['已处理 {{count}} 条', '{{count}} done'],
  someSkipped: [
    '已处理 {{count}} 条，{{skipped}} 条已有结果',
    '{{count}} done, {{skipped}} were over already',
  ],
})
