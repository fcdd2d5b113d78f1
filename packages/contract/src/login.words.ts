import { words } from './language.ts'

/** The login page. The template's texts that the specification names are kept word for word (section 5). */
export const loginWords = words('login', {
  'form.title': ['登录卡包服务管理后台', 'Login to Card Package Console'],
  'form.subtitle': ['渠道、产品与用户，一处管好', 'Cards, channels and users in one place'],
  'form.userName': ['用户名', 'Username'],
  'form.userName.errMsg': ['用户名不能为空', 'Username cannot be empty'],
  'form.userName.placeholder': ['用户名：admin', 'Username: admin'],
  'form.password': ['密码', 'Password'],
  'form.password.errMsg': ['密码不能为空', 'Password cannot be empty'],
  'form.password.placeholder': ['密码：admin', 'Password: admin'],
  'form.password.show': ['显示密码', 'Show the password'],
  'form.password.hide': ['隐藏密码', 'Hide the password'],
  'form.rememberPassword': ['记住密码', 'Remember password'],
  'form.forgetPassword': ['忘记密码', 'Forgot password'],
  'form.login': ['登录', 'login'],
  'form.register': ['注册账号', 'register account'],
  'form.login.errMsg': ['登录出错，请刷新重试', 'Login error, refresh and try again'],
  'form.login.success': ['欢迎使用', 'welcome to use'],
  'help.forgot': [
    '为了保护账号安全，密码只能由管理员重置。请联系贵公司的系统管理员，他可以在“管理员列表”中为您设置新密码。',
    'To keep accounts safe, only an administrator can reset a password. Ask the system administrator of your company; the new password is set under “Administrators”.',
  ],
  'help.register': [
    '账号由管理员开通。请把您的姓名与岗位告诉贵公司的系统管理员，由他在“管理员列表”中为您新建账号。',
    'Accounts are opened by an administrator. Tell the system administrator of your company your name and position; the account is made under “Administrators”.',
  ],
  'help.close': ['知道了', 'Got it'],
  'banner.label': ['产品介绍', 'About the product'],
  'banner.role': ['轮播', 'carousel'],
  'banner.previous': ['上一张', 'Previous slide'],
  'banner.next': ['下一张', 'Next slide'],
  'banner.slide': ['第 {{number}} 张', 'Slide {{number}}'],
  'banner.slogan1': ['一个后台，看清整条链路', 'One console for the whole chain'],
  'banner.subSlogan1': [
    '渠道、机构、计划与产品，环环可查',
    'Channels, organisations, plans and products, each step in view',
  ],
  'banner.slogan2': ['每一份用户资料都被认真对待', 'Personal data handled with care'],
  'banner.subSlogan2': [
    '默认脱敏，查看留痕，风险早知道',
    'Masked by default, every look recorded, risk seen early',
  ],
  'banner.slogan3': ['权限分明，操作可追溯', 'Clear permissions, traceable actions'],
  'banner.subSlogan3': [
    '按角色开放菜单与按钮，谁做了什么一目了然',
    'Menus and buttons by role, and a record of who did what',
  ],
})
