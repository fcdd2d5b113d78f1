import { words } from './language.ts'
import { stateWords } from './machine.ts'
import { pushPlanMachine } from './push-plan-machine.ts'

/** The texts of push plans. */
export const pushPlanWords = words('pushPlan', {
  title: ['推送计划', 'Push plans'],
  add: ['添加推送计划', 'Add push plan'],
  edit: ['编辑推送计划', 'Edit push plan'],
  field: {
    id: ['编号', 'ID'],
    name: ['名称', 'Name'],
    planId: ['计划', 'Plan'],
    planName: ['计划', 'Plan'],
    orgName: ['机构', 'Organization'],
    flow: ['流程', 'Flow'],
    channelId: ['渠道', 'Channel'],
    channelName: ['渠道', 'Channel'],
    cityCode: ['地区', 'Region'],
    cityName: ['地区', 'Region'],
    registeredFrom: ['注册不早于', 'Registered from'],
    registeredTo: ['注册早于', 'Registered before'],
    userStatuses: ['用户状态', 'User statuses'],
    riskLevels: ['风险等级', 'Risk levels'],
    schedule: ['发送方式', 'Schedule'],
    at: ['发送时间', 'Sent at'],
    dailyAt: ['每日发送时间', 'Sent daily at'],
    perMinute: ['每分钟人数', 'People per minute'],
    cap: ['总人数上限', 'Cap'],
    status: ['状态', 'Status'],
    remark: ['备注', 'Note'],
    references: ['引用数', 'Used by'],
    createdBy: ['添加人', 'Added by'],
    createdAt: ['添加时间', 'Added at'],
    updatedBy: ['修改人', 'Changed by'],
    updatedAt: ['修改时间', 'Changed at'],
  },
  flow: {
    full: ['全流程', 'Full flow'],
    half: ['半流程', 'Half flow'],
    uv: ['UV联登', 'UV joint login'],
    city: ['城市联登', 'City joint login'],
  },
  schedule: { now: ['立即', 'At once'], at: ['定时', 'At a time'], daily: ['每日', 'Every day'] },
  status: stateWords(pushPlanMachine),
  wholeAudience: ['全部人群', 'Whole audience'],
})
