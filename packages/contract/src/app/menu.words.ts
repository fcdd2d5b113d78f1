import { words } from '../kernel/language.ts'
import { menuTitles } from './menu.ts'

/** Titles of the menu, the breadcrumbs and the tabs. A section and its pages are at the same level, so the keys are flat. Those of the menu are declared in `menu.ts`. */
export const menuWords = words('menu', {
  ...menuTitles,
  reports: ['报表', 'Reports'],
  home: ['首页', 'Home'],
  userCenter: ['用户中心', 'User center'],
  userSettings: ['用户设置', 'User settings'],
  password: ['修改密码', 'Change password'],
  secondFactor: ['设置两步验证', 'Set up two-step verification'],
  result: ['结果页', 'Result'],
  'result.success': ['成功页', 'Success'],
  'result.error': ['失败页', 'Error'],
  exception: ['异常页', 'Exception'],
  'exception.403': ['403', '403'],
  'exception.404': ['404', '404'],
  'exception.500': ['500', '500'],
  arcoWebsite: ['Arco Design', 'Arco Design'],
  faq: ['常见问题', 'FAQ'],
  message: ['消息中心', 'Messages'],
  exportCenter: ['我的导出', 'My exports'],
  reportWatch: ['数据提醒与定时发送', 'Alerts and scheduled reports'],
  'channel.detail': ['渠道', 'Channel'],
  'channel.postback': ['回传', 'Postbacks'],
  'org.detail': ['机构', 'Organization'],
  'org.connection': ['对接设置', 'Connection'],
  'org.webhook': ['Webhook', 'Webhooks'],
  'plan.edit': ['编辑计划', 'Edit plan'],
  guide: ['接入指南', 'Integration guide'],
  requests: ['接口请求日志', 'API requests'],
  signing: ['签名核对', 'Signature check'],
})
