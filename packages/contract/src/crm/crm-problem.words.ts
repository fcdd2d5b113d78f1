import { words } from '../kernel/language.ts'

/** Refusals of acts on leads. Only the service words them, so the console does not load them. */
export const crmProblemWords = words('crmProblem', {
  takenByAnother: ['这条线索已被他人领取', 'Somebody else has taken this lead'],
  leadClosed: ['这条线索已结束', 'This lead is closed'],
  leadResting: [
    '这条线索刚被退回，暂时不能领取，请稍后再试',
    'This lead was given back a moment ago. Try again later.',
  ],
  leadCoolDown: [
    '您持有过这条线索，冷却期内不能再次领取',
    'You held this lead before, and cannot claim it again yet',
  ],
  leadElsewhere: ['这条线索属于其他团队的线索池', 'This lead is in the pool of another team'],
  leadMoved: ['这条线索已不在原销售名下，请刷新', 'Its salesperson has changed meanwhile. Reload it.'],
  claimsUsed: ['今日领取次数已用完', 'You have made all claims of today'],
  quotaUsed: ['销售“{{name}}”今日配额已用完', 'The quota of “{{name}}” for today is used'],
  poolFull: [
    '销售“{{name}}”在此线索池持有的线索已达上限',
    '“{{name}}” holds as many leads of this pool as allowed',
  ],
  capacityFull: ['销售“{{name}}”持有的线索已达上限', '“{{name}}” holds as many leads as allowed'],
  notOnDuty: ['销售“{{name}}”不在岗', '“{{name}}” is not on duty'],
  protectedBefore: ['每次持有只能申请一次保护', 'A salesperson can protect a lead only once'],
  leaveBegun: [
    '这段休假已开始或已取消，请刷新',
    'This leave has begun or is not planned any more. Reload it.',
  ],
  handingOver: ['正在移交这名销售的线索', 'The leads of this salesperson are being handed over'],
  noSalesman: [
    '您的账号不是销售，不能领取线索',
    'Your account is not that of a salesperson, so you cannot claim leads',
  ],
  hiddenUntilClaimed: ['领取后才能查看手机号', 'The phone is shown once you have claimed the lead'],
  revealFirst: ['请先查看手机号', 'Reveal the phone first'],
  revealsUsed: [
    '今日查看次数已用完（{{count}} 次）',
    'You have used all {{count}} {{count, reveal|reveals}} of today',
  ],
  teamNotEmpty: [
    '团队还有 {{count}} 名成员，请先把他们移到其他团队',
    'The team still has {{count}} {{count, member|members}}. Move them to another team first.',
  ],
  teamTaken: [
    '还有已离职的销售属于这个团队，请先修改他们的团队',
    'Salespeople who left are still in this team. Change their team first.',
  ],
  teamHasPool: ['团队有线索池，请先删除线索池', 'The team has a pool. Delete the pool first.'],
  publicPoolStays: ['公海不能删除', 'The public pool cannot be deleted'],
  userGone: ['用户已被删除', 'The user was deleted'],
  leadMerged: ['这条线索已被合并，请刷新', 'This lead was merged by somebody else. Reload it.'],
  leadChanged: ['这条线索刚被修改，请刷新', 'This lead was changed a moment ago. Reload it.'],
  mergeUndone: ['此次合并已被撤销', 'This merge was undone before'],
  mergeTooOld: [
    '合并已超过 {{days}} 天，不能撤销',
    'A merge can be undone for {{days}} {{days, day|days}} only',
  ],
  mergedAgain: [
    '保留的线索后来又被合并，请先撤销后一次合并',
    'The lead was merged into another one later. Undo that merge first.',
  ],
  mergePersonTaken: [
    '另一条线索已使用该手机号或用户，不能撤销',
    'Another lead has this phone or user by now, so the merge cannot be undone',
  ],
})
