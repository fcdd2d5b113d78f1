import { words } from './language.ts'

/** The texts about look-ups by a whole value in the audit log and in notifications of the super administrators. */
export const lookUpWords = words('lookUp', {
  action: {
    user: ['按完整值查找用户', 'Look up users by full value'],
    push: ['按完整值查找推送记录', 'Look up push records by full value'],
    pushReturn: ['按完整值查找退回', 'Look up returns by full value'],
    pushTrouble: ['按完整值查找待处理推送', 'Look up pushes to look at by full value'],
    lead: ['按完整值查找线索', 'Look up leads by full value'],
    feedback: ['按完整值查找用户反馈', 'Look up feedback by full value'],
    order: ['按完整值查找支付记录', 'Look up payment records by full value'],
    blacklist: ['按完整值查找黑名单', 'Look up the blacklist by full value'],
  },
  alarm: {
    title: ['可能有人在猜测用户信息', 'Someone may be guessing personal data'],
    guesses: [
      '管理员 {{username}} 在 {{hours}} 小时内查找了 {{count}} 个仅隐藏位不同的号码，同类查找已被暂停。',
      'Within {{hours}} {{hours, hour|hours}}, {{username}} looked up {{count}} {{count, number|numbers}} that differ only in their hidden digits. Further ones are refused.',
    ],
    lists: [
      '管理员 {{username}} 的名单（{{days}} 天内合计）中有超过 {{count}} 个仅隐藏位不同的号码，名单已被拒绝。',
      'Lists of {{username}} of the last {{days}} {{days, day|days}} have more than {{count}} {{count, number|numbers}} that differ only in their hidden digits. The last one was refused.',
    ],
    hashes: [
      '管理员 {{username}} 的名单（{{days}} 天内合计）中有过多无法识别的手机号哈希，名单已被拒绝。',
      'Lists of {{username}} of the last {{days}} {{days, day|days}} have too many hashes of phones that are of nobody. The last one was refused.',
    ],
    misses: [
      '管理员 {{username}} 在一小时内有 {{count}} 次按完整值查找没有找到任何人，查找已被暂停。',
      'Within an hour, {{username}} made {{count}} {{count, lookup|lookups}} by full value that found nobody. Further ones are refused.',
    ],
  },
})
