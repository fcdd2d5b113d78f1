import { words } from './language.ts'

/** The result pages (docs/specification/other-pages.md). */
export const successWords = words('success', {
  'result.title': ['提交成功', 'Submit Success'],
  'result.subTitle': ['表单提交成功！', 'Submit form success!'],
  'result.printResult': ['打印结果', 'Print result'],
  'result.projectList': ['返回项目列表', 'Project List'],
  'result.progress': ['当前进度', 'Progress'],
  submitApplication: ['提交申请', 'Submit Application'],
  leaderReview: ['直属领导审核', 'Leader Review'],
  purchaseCertificate: ['购买证书', 'Purchase Certificate'],
  safetyTest: ['安全测试', 'Safety Test'],
  launched: ['正式上线', 'Officially launched'],
  waiting: ['未开始', 'Waiting'],
  processing: ['进行中', 'Processing'],
})

export const errorWords = words('error', {
  'result.title': ['提交失败', 'Submit Error'],
  'result.subTitle': ['表单提交失败，请重试。', 'Submit form error'],
  'result.goBack': ['回到首页', 'Go Back'],
  'result.retry': ['返回修改', 'return for correction'],
  detailTitle: ['错误详情', 'Details of Error'],
  'detailLine.record': [
    '当前域名未备案，备案流程请查看：',
    'The current domain name has not been registered, please check the registration process: ',
  ],
  'detailLine.record.link': ['备案流程', 'Registration Process'],
  'detailLine.auth': [
    '你的用户组不具有进行此操作的权限；',
    'Your user group does not have the authority to perform this operation;',
  ],
})

/** 403, 404 and 500. */
export const exceptionWords = words('exception', {
  '403.description': ['对不起，您没有访问该资源的权限', 'Access to this resource on the server is denied.'],
  '404.description': ['抱歉，页面不见了～', 'Whoops, this page is gone.'],
  '500.description': ['抱歉，服务器出了点问题～', 'Internal server error'],
  back: ['返回', 'Back'],
  retry: ['重试', 'Retry'],
})
