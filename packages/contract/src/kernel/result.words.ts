import { words } from './language.ts'

/** The result pages (docs/specification/other-pages.md). */
export const successWords = words('success', {
  'result.title': ['提交成功', 'Submitted'],
  'result.subTitle': ['表单提交成功！', 'The form was submitted.'],
  'result.printResult': ['打印结果', 'Print result'],
  'result.projectList': ['返回项目列表', 'Back to project list'],
  'result.progress': ['当前进度', 'Progress'],
  submitApplication: ['提交申请', 'Submit application'],
  leaderReview: ['直属领导审核', 'Leader review'],
  purchaseCertificate: ['购买证书', 'Purchase certificate'],
  safetyTest: ['安全测试', 'Safety test'],
  launched: ['正式上线', 'Officially launched'],
  waiting: ['未开始', 'Waiting'],
  processing: ['进行中', 'Processing'],
})

export const errorWords = words('error', {
  'result.title': ['提交失败', 'Submission failed'],
  'result.subTitle': ['表单提交失败，请重试。', 'Submit form error'],
  'result.goBack': ['返回上一页', 'Go back'],
  'result.retry': ['返回修改', 'Return for correction'],
  detailTitle: ['错误详情', 'Error details'],
  'detailLine.record': ['当前域名未备案，备案流程请查看：', 'This domain name is not registered. See the '],
  'detailLine.record.link': ['备案流程', 'registration process'],
  'detailLine.auth': ['您所在的用户组没有此操作的权限。', 'Your user group is not allowed to do this.'],
})

/** 403, 404 and 500. */
export const exceptionWords = words('exception', {
  '403.description': ['对不起，您没有访问该资源的权限', 'Access to this resource on the server is denied.'],
  '404.description': ['抱歉，页面不见了～', 'Whoops, this page is gone.'],
  '500.description': ['抱歉，服务器出了点问题～', 'Internal server error'],
  back: ['返回', 'Back'],
  retry: ['重试', 'Retry'],
})
