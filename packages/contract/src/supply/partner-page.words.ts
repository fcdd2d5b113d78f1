import { words } from '../kernel/language.ts'

/** The texts of the page of a channel or an organization; its fields have those of its list. */
export const partnerPageWords = words('partnerPage', {
  toList: ['在列表中查看', 'Show in the list'],
  toPage: ['打开详情页', 'Open its page'],
  more: ['查看全部', 'Show all'],
  setup: {
    title: ['接入进度', 'Setup'],
    count: ['已完成 {{done}}/{{count}}', '{{done}} of {{count}} done'],
    all: ['全部 {{count}} 步已完成', 'All {{count}} done'],
    isDone: ['已完成', 'Done'],
    isOpen: ['未完成', 'Open'],
    isOptional: ['建议', 'Recommended'],
    /** For who may not do a step: what the right is for. */
    noRight: ['需由有“{{act}}”权限的同事完成', 'For a colleague with the right to “{{act}}”'],
  },
  channel: {
    enabled: ['填写结算条件，启用渠道', 'Set its terms and enable it'],
    key: ['正式密钥', 'A live key'],
    addresses: ['IP 白名单', 'Its list of IP addresses'],
    call: ['第一个签名正确的请求', 'Its first signed call'],
    person: ['第一个被机构接收的用户', 'Its first accepted person'],
  },
  org: {
    connection: ['对接模板和密钥', 'Its connection template, with its secrets'],
    trial: ['试用模板，得到可读取的应答', 'A trial whose answer could be read'],
    balance: ['可用余额', 'An available balance'],
    plan: ['计划', 'A plan'],
    run: ['正在运行的计划', 'A running plan'],
    enabled: ['启用机构', 'Enabled'],
  },
  act: {
    enable: ['启用', 'Enable'],
    makeKey: ['创建正式密钥', 'Make live key'],
    addresses: ['填写 IP 白名单', 'List its addresses'],
    guide: ['打开接入指南', 'Open its guide'],
    users: ['查看带来的用户', 'Users it brought'],
    connection: ['配置对接', 'Connect it'],
    trial: ['试用模板', 'Try the template'],
    recharge: ['充值', 'Recharge'],
    addPlan: ['添加计划', 'Add plan'],
    startPlan: ['查看待启动的计划', 'Plan to start'],
  },
  figures: {
    title: ['数据', 'Figures'],
    today: ['今天', 'Today'],
    last7: ['近 7 天 {{value}}', 'Last 7 days {{value}}'],
    records: ['{{days}}{{figure}}的记录', 'Records: {{figure}}, {{days}}'],
    last7Name: ['近 7 天', 'last 7 days'],
    report: ['查看报表', 'Open report'],
  },
  plans: { title: ['运行中的计划', 'Running plans'], none: ['没有运行中的计划', 'No plan runs'] },
  ledger: {
    title: ['最近的资金流水', 'Latest ledger lines'],
    balance: ['余额 {{value}}', 'Balance {{value}}'],
    none: ['还没有资金流水', 'No ledger lines yet'],
  },
  calls: {
    title: ['最近被拒绝的请求', 'Latest refused calls'],
    none: ['没有被拒绝的请求', 'No call was refused'],
  },
})
