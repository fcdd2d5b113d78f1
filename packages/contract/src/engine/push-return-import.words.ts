import { words } from '../kernel/language.ts'

export const pushReturnImportWords = words('pushReturnImport', {
  title: ['导入退回名单', 'Import a list of returns'],
  column: {
    value: ['推送编号或手机号', 'Push ID or phone'],
    orgCode: ['机构编码', 'Organization code'],
    cause: ['退回原因', 'Reason'],
  },
  alsoColumn: {
    value: ['推送编号|请求编号|机构单号|手机号|编号', 'push|push id|request id|external id|phone|id'],
    orgCode: ['机构|编码', 'organization|org code|org'],
    cause: ['原因', 'return reason|why'],
  },
  notes: {
    value: [
      '必填：推送编号、请求编号（p 开头）、机构单号或手机号；长数字请设为“文本”格式',
      'Required: a push ID, a request ID (begins with p), the organization’s number or a phone. Format long numbers as text.',
    ],
    orgCode: [
      '选填；同一手机号或机构单号对应多家机构时填写',
      'Optional. Needed if a phone or a number belongs to pushes to several organizations.',
    ],
    cause: ['必填，须为计划约定的退回原因之一', 'Required: one of the reasons that the plan agrees on'],
  },
  example: {
    value: ['13800000000', '13800000000'],
    orgCode: ['', ''],
    cause: ['空号', 'Empty number'],
  },
  sheet: ['退回名单', 'Returns'],
  fileName: {
    template: ['退回名单模板', 'return-template'],
    wrong: ['退回名单-有误的行', 'return-wrong-rows'],
  },
  there: {
    unknown: ['没有此推送', 'No such push'],
    several: [
      '对应多个推送，请填写机构编码或推送编号',
      'Several pushes: add the organization code or use the push ID',
    ],
    asked: ['已申请过退回', 'Asked before'],
    notAccepted: ['推送未被接收', 'Not accepted'],
    none: ['计划未约定退回', 'The plan agrees on no returns'],
    late: ['已超过退回期限', 'Too late'],
    reason: ['退回原因不在约定之内', 'Reason not agreed on'],
    present: ['同一推送重复', 'Same push twice'],
  },
  hint: {},
  message: {
    done: ['退回名单导入完成', 'Import of returns finished'],
    failed: ['退回名单导入失败', 'Import of returns failed'],
  },
})
