import { channelMachine } from './channel-machine.ts'
import { words } from './language.ts'
import { stateWords } from './machine.ts'

/** The texts of both lists of channels; those that differ are named by the area. */
export const channelWords = words('channel', {
  title: { channel: ['渠道列表', 'Channels'], channelUv: ['联登渠道列表', 'Joint login channels'] },
  field: {
    id: ['渠道编号', 'Channel ID'],
    code: ['渠道编码', 'Code'],
    name: ['渠道名称', 'Name'],
    flow: ['流程', 'Flow'],
    contactName: ['联系人', 'Contact'],
    contactPhone: ['联系电话', 'Contact phone'],
    settlement: ['结算方式', 'Settlement'],
    priceFen: ['单价', 'Price'],
    shareBp: ['分成比例', 'Share'],
    deductionBp: ['扣量比例', 'Deduction'],
    dailyCap: ['每日上限', 'Daily cap'],
    ownerId: ['负责人', 'Owner'],
    ownerName: ['负责人', 'Owner'],
    status: ['状态', 'Status'],
    remark: ['备注', 'Note'],
    references: ['引用数', 'Used by'],
    createdBy: ['添加人', 'Added by'],
    createdAt: ['添加时间', 'Added at'],
    updatedBy: ['修改人', 'Changed by'],
    updatedAt: ['修改时间', 'Changed at'],
    priceFrom: ['单价不低于', 'Price from'],
    priceTo: ['单价不高于', 'Price to'],
  },
  flow: {
    full: ['全流程', 'Full flow'],
    half: ['半流程', 'Half flow'],
    uv: ['UV联登', 'UV joint login'],
    city: ['城市联登', 'City joint login'],
  },
  settlement: {
    cpa: ['按注册（CPA）', 'Per registration (CPA)'],
    cpl: ['按接收（CPL）', 'Per accepted push (CPL)'],
    cps: ['按收入分成（CPS）', 'Share of revenue (CPS)'],
    cpuv: ['按访客（CPUV）', 'Per unique visitor (CPUV)'],
  },
  status: stateWords(channelMachine),
  unlimited: ['不限', 'Unlimited'],
})
