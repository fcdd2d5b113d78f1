import { type Words, words } from '../kernel/language.ts'

const column = {
  name: ['渠道名称', 'Name'],
  flow: ['流程', 'Flow'],
  settlement: ['结算方式', 'Settlement'],
  priceFen: ['单价（元）', 'Price (CNY)'],
  shareBp: ['分成比例', 'Share'],
  deductionBp: ['扣量比例', 'Deduction'],
  dailyCap: ['每日上限', 'Daily cap'],
  allowedIps: ['IP 白名单', 'Allowed IPs'],
  callsPerSecond: ['每秒调用上限', 'Calls per second'],
  contactName: ['联系人', 'Contact'],
  contactPhone: ['联系电话', 'Contact phone'],
  remark: ['备注', 'Note'],
} as const
const alsoColumn = {
  name: ['名称|渠道', 'channel|channel name'],
  settlement: ['结算', 'terms'],
  priceFen: ['单价|价格', 'price'],
  shareBp: ['分成', 'revenue share'],
  deductionBp: ['扣量', 'deducted'],
  dailyCap: ['日上限', 'cap'],
  allowedIps: ['IP|IP 地址', 'IP|IP list'],
  callsPerSecond: ['每秒调用', 'rate limit'],
  contactName: ['姓名', 'contact name'],
  contactPhone: ['电话|手机号', 'phone'],
  remark: ['说明', 'notes|comment'],
} as const
/** Other accepted names of a settlement. */
const alsoSettlement = {
  cpa: ['按注册|CPA', 'CPA'],
  cpl: ['按接收|CPL', 'CPL'],
  cps: ['按收入分成|CPS', 'CPS'],
  cpuv: ['按访客|CPUV', 'CPUV'],
} as const
/** With the words of a flow of the list. */
const exampleOf = (flow: Words): Record<keyof typeof column, Words> => ({
  name: ['华南信息流', 'Feed ads, south'],
  flow,
  settlement: ['CPA', 'CPA'],
  priceFen: ['12.50', '12.50'],
  shareBp: ['', ''],
  deductionBp: ['5%', '5%'],
  dailyCap: ['1000', '1000'],
  allowedIps: ['', ''],
  callsPerSecond: ['', ''],
  contactName: ['张三', '张三'],
  contactPhone: ['13800000000', '13800000000'],
  remark: ['', ''],
})
const notes = {
  name: ['必填，最多 60 字；导入后由您负责', 'Required, up to 60 characters; you become the owner'],
  settlement: ['必填：CPA、CPL、CPS 或 CPUV', 'Required: CPA, CPL, CPS or CPUV'],
  priceFen: [
    '单位元，最多两位小数；CPS 留空，其他必填',
    'In yuan, at most two decimals; required except for CPS',
  ],
  shareBp: ['带百分号，如 20%；仅 CPS 填写', 'With a percent sign, such as 20%; only for CPS'],
  deductionBp: [
    '选填，带百分号，如 5%；留空表示 0',
    'Optional, with a percent sign, such as 5%; empty means 0',
  ],
  dailyCap: ['选填，整数；留空表示不限', 'Optional, a whole number; empty means unlimited'],
  allowedIps: [
    '选填，IP 地址或网段，用逗号分隔；留空表示不限',
    'Optional, IP addresses or networks, separated by commas; empty means anywhere',
  ],
  callsPerSecond: [
    '选填，1–1,000 的整数；留空表示按服务默认',
    'Optional, a whole number from 1 to 1,000; empty means the limit of the service',
  ],
  contactName: ['选填，最多 40 字', 'Optional, up to 40 characters'],
  contactPhone: ['选填，11 位手机号', 'Optional, a phone number of 11 digits'],
  remark: ['选填，最多 500 字', 'Optional, up to 500 characters'],
} as const
const there = { present: ['同名渠道已存在', 'There already'] } as const

export const channelImportWords = words('channelImport', {
  title: ['导入渠道', 'Import channels'],
  column,
  alsoColumn,
  alsoSettlement,
  notes: { ...notes, flow: ['必填：全流程或半流程', 'Required: “Full flow” or “Half flow”'] },
  example: exampleOf(['全流程', 'Full flow']),
  sheet: ['渠道', 'Channels'],
  fileName: {
    template: ['渠道导入模板', 'channel-template'],
    wrong: ['渠道导入-有误的行', 'channel-wrong-rows'],
  },
  there,
  hint: {},
  message: {
    done: ['渠道导入完成', 'Import of channels finished'],
    failed: ['渠道导入失败', 'Import of channels failed'],
  },
})

export const channelUvImportWords = words('channelUvImport', {
  title: ['导入联登渠道', 'Import joint login channels'],
  column,
  alsoColumn,
  alsoSettlement,
  notes: {
    ...notes,
    flow: ['必填：UV联登或城市联登', 'Required: “UV joint login” or “City joint login”'],
  },
  example: exampleOf(['UV联登', 'UV joint login']),
  sheet: ['联登渠道', 'Joint login channels'],
  fileName: {
    template: ['联登渠道导入模板', 'uv-channel-template'],
    wrong: ['联登渠道导入-有误的行', 'uv-channel-wrong-rows'],
  },
  there,
  hint: {},
  message: {
    done: ['联登渠道导入完成', 'Import of joint login channels finished'],
    failed: ['联登渠道导入失败', 'Import of joint login channels failed'],
  },
})
