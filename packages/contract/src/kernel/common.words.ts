import { expiryWords } from './expiry.words.ts'
import { words } from './language.ts'

/** The service's messages about a request as a whole. */
export const commonWords = words('service', {
  success: ['请求成功', 'request succeeded'],
  invalid: ['提交的内容有误，请检查后重试', 'Some of the input is not valid. Check it and try again.'],
  invalidMore: [
    '提交的内容有误，请检查后重试（另有 {{count}} 处未列出）',
    'Some of the input is not valid. Check it and try again ({{count}} more not listed).',
  ],
  sessionExpired: expiryWords.tree.sessionExpired,
  wrongCredentials: ['账号或者密码错误', 'wrong account or password'],
  forbidden: ['您没有进行此操作的权限', 'You are not allowed to do this'],
  needsPerson: [
    '此操作须本人登录后进行，访问令牌不能执行',
    'This needs the person. An access token cannot do it.',
  ],
  tokenTooNarrow: [
    '此操作之后按创建者的数据范围执行，数据范围更小的令牌不能发起',
    'This is done later with the data scope of the owner, so a token with a narrower one cannot begin it',
  ],
  tokenRefused: ['访问令牌无效、已过期或已被吊销', 'The access token is unknown, has expired or was revoked'],
  tokenElsewhere: ['该访问令牌不能从此 IP 地址使用', 'This access token cannot be used from this IP address'],
  tokensOff: ['通用设置不允许使用访问令牌', 'The general settings allow no access tokens'],
  tooManyTokens: [
    '最多 {{max}} 个访问令牌，请先吊销不用的',
    'At most {{max}} {{max, access token|access tokens}}. Revoke one that is not used first.',
  ],
  mustChangePassword: ['请先修改密码', 'Change your password first'],
  mustSetUpSecondFactor: ['请先设置两步验证', 'Set up two-step verification first'],
  challengeExpired: [
    '验证已超时，请重新输入密码登录',
    'Verification timed out. Sign in with your password again.',
  ],
  notFound: ['内容不存在或已被删除', 'This does not exist or has been deleted'],
  noSuchPath: ['接口不存在', 'No such endpoint'],
  stale: ['内容已被他人修改，请核对后重新提交', 'Someone else has changed this. Compare and submit again.'],
  conflict: ['当前状态不允许此操作', 'The current status does not allow this'],
  inUse: [
    '还有 {{count}} 条记录引用它，不能删除',
    'In use by {{count}} {{count, record|records}}, so it can’t be deleted',
  ],
  wrongState: ['状态为“{{state}}”时不能{{act}}', '“{{act}}” is not possible while the status is “{{state}}”'],
  superRoleStays: ['超级管理员角色不能删除', 'The super administrator role cannot be deleted'],
  superRoleFixed: [
    '超级管理员角色只能修改“要求两步验证”',
    'Only the two-step verification requirement of the super administrator role can be changed',
  ],
  roleInUse: [
    '还有 {{count}} 位管理员拥有这个角色，请先为他们更换角色',
    '{{count}} {{count, administrator has|administrators have}} this role. Give them another one first.',
  ],
  ownRole: ['不能修改自己拥有的角色的权限', 'You cannot change the permissions of a role you have'],
  ownAccount: ['不能对自己的账号进行此操作', 'You cannot do this to your own account'],
  lastDayPassed: [
    '计划“{{name}}”的结束日期已过，请先修改',
    'The last day of the plan “{{name}}” has passed. Change it first.',
  ],
  planEnded: [
    '已结束的计划不能修改，请复制为新计划',
    'A plan that has ended cannot be changed. Copy it as a new one.',
  ],
  pushTimePassed: [
    '推送计划“{{name}}”的发送时间已过，请先修改',
    'The time of the push plan “{{name}}” has passed. Change it first.',
  ],
  pushPlanOfFlow: [
    '推送计划“{{name}}”的计划不是全流程，不能发送：其他流程要由用户自己确认',
    'The plan of the push plan “{{name}}” is not of the full flow, so it cannot be sent: in other flows people agree by themselves.',
  ],
  pushPlanBegan: [
    '推送计划“{{name}}”已经发送过，不能撤回，可以取消',
    'The push plan “{{name}}” has sent already. It cannot be withdrawn, only canceled.',
  ],
  pushPlanFixed: ['只有草稿可以修改，请先撤回', 'Only a draft can be changed. Withdraw it first.'],
  simulationUnderWay: [
    '您已有一个模拟正在进行，请等它完成或取消它',
    'One of your simulations is under way. Wait for it or cancel it.',
  ],
  holdsMoney: ['余额不为零，不能删除', 'Its balance is not zero, so it cannot be deleted'],
  hasTransfers: ['已有资金流水，不能删除', 'It has ledger entries, so it cannot be deleted'],
  lastSuper: ['必须保留至少一位启用的超级管理员', 'At least one enabled super administrator must remain'],
  accountMayDoMore: ['该账号的权限超出了您的权限', 'This account has permissions that you do not have'],
  roleMayDoMore: ['该角色的权限超出了您的权限', 'This role has permissions that you do not have'],
  tooManyRequests: [
    '操作过于频繁，请 {{seconds}} 秒后再试',
    'Too many attempts. Try again in {{seconds}} {{seconds, second|seconds}}.',
  ],
  tooManyReveals: [
    '已达到“每人每小时查看完整信息次数”的上限（按完整值查找也计入），请 {{seconds}} 秒后再试',
    'You have reached the limit “Reveals per administrator per hour”, which also counts lookups by full value. Try again in {{seconds}} {{seconds, second|seconds}}.',
  ],
  tooManyMisses: [
    '已达到“每人每小时未找到次数”的上限，请 {{seconds}} 秒后再按完整值查找',
    'You have reached the limit “Lookups without a match per administrator per hour”. Look up full values again in {{seconds}} {{seconds, second|seconds}}.',
  ],
  tooManyGuesses: [
    '您在 {{hours}} 小时内查找了 {{count}} 个仅隐藏位不同的号码，暂时不能再查找这样的号码',
    'Within {{hours}} {{hours, hour|hours}} you looked up {{count}} {{count, number|numbers}} that differ only in their hidden digits. More of them are refused for now.',
  ],
  tooManyRows: [
    '超过单次导出上限（{{max}} 行），请缩小筛选范围',
    'This exceeds the limit of one export ({{max}} {{max, row|rows}}). Narrow the filter.',
  ],
  tooManyExports: [
    '您已有 {{max}} 个导出在进行，请等待完成或取消后再试',
    'You have {{max}} {{max, export|exports}} in progress. Wait for one to finish, or cancel one.',
  ],
  countChanged: [
    '符合条件的数量已变为 {{count}} 条，未做任何更改，请重新确认',
    'The number of matches is now {{count}}. Nothing was changed; confirm again.',
  ],
  batchUnderWay: [
    '同样的批量操作正在进行，请等待完成或停止后再试',
    'You already have the same bulk action in progress. Wait for it to finish, or stop it.',
  ],
  wrongHost: [
    '服务不接受以该主机名访问，请使用正确的地址',
    'This service does not answer to this host name. Use its own address.',
  ],
  tooLarge: ['提交的内容过大', 'The submitted content is too large'],
  unreadable: ['请求内容无法解析', 'The request could not be read'],
  notUtf8: ['请求体、路径或参数不是有效的 UTF-8 编码', 'The body, the path or the query is not valid UTF-8'],
  otherCharset: [
    '请求体只接受 UTF-8 编码，请求头声明了其他编码',
    'A body must be UTF-8, but the header names another charset',
  ],
  timeout: ['处理超时，请稍后重试', 'This took too long. Try again later.'],
  cannotStore: [
    '存储空间不足，服务暂时无法保存文件，请稍后重试（请求编号 {{requestId}}）',
    'The service has no space left to store files. Try again later (request ID {{requestId}}).',
  ],
  storageAway: [
    '文件存储暂时无法使用，文件没有保存或读取，请稍后重试（请求编号 {{requestId}}）',
    'The storage of files cannot be used at the moment, so nothing was stored or read. Try again later (request ID {{requestId}}).',
  ],
  databaseFull: [
    '数据库空间不足，操作没有保存，请稍后重试（请求编号 {{requestId}}）',
    'The database has no space left, so nothing was saved. Try again later (request ID {{requestId}}).',
  ],
  writesHeld: [
    '数据库的备机未连接，无法确认写入，操作没有保存，请稍后重试（请求编号 {{requestId}}）',
    'A standby of the database that must confirm what is saved is away, so nothing was saved. Try again later (request ID {{requestId}}).',
  ],
  signatureRefused: ['{{fault}}', '{{fault}}'],
  callerDisabled: ['调用方已停用，请联系我们', 'This caller is disabled. Contact us.'],
  ipNotListed: ['来源 IP 地址不在名单内', 'The IP address of the request is not on the list'],
  otherCaller: ['此接口不供该调用方使用', 'This call is for other callers'],
  resultConflict: [
    '推送当前状态为“{{state}}”，与回传的结果矛盾',
    'The push is “{{state}}”, which contradicts this result',
  ],
  severalPushes: [
    '有多个推送使用该机构单号，请填写推送编号',
    'Several pushes have this number. Name the push by its ID.',
  ],
  notAccepted: ['只有已接收的推送可以退回', 'Only an accepted push can be returned'],
  noReturns: ['该计划未约定退回', 'This plan agrees on no returns'],
  settlementOpen: [
    '该渠道已有待确认的结算单，请先确认或撤回',
    'This channel has a settlement to be confirmed. Confirm or withdraw it first.',
  ],
  nothingOwed: ['截至该日没有应付给该渠道的金额', 'Nothing is owed to this channel through that day'],
  noVoucher: ['请先上传付款凭证', 'Upload the voucher of the payment first'],
  returnLate: [
    '已超过约定的退回期限（接收后 {{days}} 天）',
    'The time for a return is over ({{days}} {{days, day|days}} after the acceptance)',
  ],
  returnRefused: ['退回申请已被拒绝', 'The return was refused before'],
  onTheWay: [
    '该用户正在推送中，请等待结果后再试',
    'This user is on the way to an organization. Wait for the result.',
  ],
  acceptedLater: [
    '该用户之后已被机构接收，不能重新推送',
    'This user was accepted afterwards, so the push is not sent again',
  ],
  unpaid: [
    '机构可用余额不足以支付单价，请充值后重试',
    'The balance of the organization does not cover the price. Recharge it and try again.',
  ],
  settleFirst: [
    '结果不明的推送请先确认结果，再关闭',
    'The result of this push is not known. Confirm it instead of closing.',
  ],
  notAskable: [
    '只能查询待支付或已关闭的订单，链接池的订单无法查询；正在查询时请稍候',
    'Only orders that wait for payment or are closed can be asked about, and none of the link pool. If one is being asked, wait.',
  ],
  badIdempotencyKey: [
    '幂等键须为 1–128 位可见 ASCII 字符，不含空格',
    'The idempotency key must have 1 to 128 visible ASCII characters without spaces',
  ],
  sameKeyOtherRequest: [
    '同一幂等键已用于另一个请求，请换一个',
    'This idempotency key was used with another request. Use a new one.',
  ],
  sameKeyUnderWay: [
    '使用同一幂等键的请求仍在处理中，请稍后重试',
    'The request with the same idempotency key is still under way. Try again later.',
  ],
  sentBefore: [
    '此前提交的内容已成功处理，与现在填写的不同；请关闭后核对结果，仍需提交的请重新打开再填',
    'What was sent before was already done, with other values than these. Close this, check the result, and open it again for anything new.',
  ],
  sentUnderWay: [
    '此前提交的内容仍在处理中，请稍后重试',
    'What was sent before is still under way. Try again in a moment.',
  ],
  onBlacklist: ['该用户在黑名单中，不能注册', 'This user is on the blacklist and cannot be registered'],
  otherChannels: ['该手机号属于其他渠道', 'This phone number belongs to another channel'],
  dailyCapReached: [
    '已达到每日上限，{{opensAt}} 起恢复',
    'The daily cap is reached. It opens again at {{opensAt}}.',
  ],
  unclear: [
    '保存时与数据库的连接中断，操作可能已完成，请核对后再重试（请求编号 {{requestId}}）',
    'The connection to the database broke while this was being saved, so it may have been done. Check before you try again (request ID {{requestId}}).',
  ],
  unexpected: [
    '服务异常，请稍后重试（请求编号 {{requestId}}）',
    'Something went wrong on our side. Try again later (request ID {{requestId}}).',
  ],
})
