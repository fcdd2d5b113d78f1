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
    /** For who may not do a step: what the right is for. */
    noRight: ['需由有“{{act}}”权限的同事完成', 'For a colleague with the right to “{{act}}”'],
  },
  channel: {
    enabled: ['结算条件已填写，渠道已启用', 'Its terms are set, and it is enabled'],
    key: ['已创建正式密钥', 'It has a live key'],
    addresses: ['已填写 IP 白名单', 'Its IP addresses are listed'],
    call: ['收到第一个签名正确的请求', 'Its first signed call has come'],
    person: ['第一个用户被机构接收', 'Its first person is accepted'],
  },
  org: {
    connection: ['对接模板已保存，密钥已填写', 'Its connection template is saved, with its secrets'],
    trial: ['试用模板时得到可读取的应答', 'A trial of the template got an answer that was read'],
    balance: ['有可用余额', 'It has an available balance'],
    plan: ['已有计划', 'It has a plan'],
    run: ['有计划正在运行', 'A plan runs'],
    enabled: ['机构已启用', 'It is enabled'],
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
