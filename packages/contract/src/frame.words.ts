import { words } from './language.ts'

/** Everything around the pages: titles, account row, home, not-found, and what is said when a page fails. */
export const frameWords = words('frame', {
  title: ['卡包服务管理后台', 'Card Package Console'],
  brand: ['卡包', 'Kabao'],
  skip: ['跳到正文', 'Skip to content'],
  'menu.label': ['主菜单', 'Main menu'],
  'menu.open': ['打开菜单', 'Open the menu'],
  'menu.close': ['关闭菜单', 'Close the menu'],
  'menu.collapse': ['收起菜单', 'Collapse the menu'],
  'menu.expand': ['展开菜单', 'Expand the menu'],
  'account.label': ['账号', 'Account'],
  'account.logout': ['登出登录', 'Logout'],
  'account.loggedOut': ['登出成功', 'You are logged out'],
  'demo.label': ['演示环境', 'Demo'],
  'demo.banner': [
    '这是演示环境，当前账号仍在使用人人皆知的默认密码。',
    'This is the demo, and this account still has the default password that everybody knows.',
  ],
  'demo.change': ['修改密码', 'Change the password'],
  'home.welcome': ['欢迎回来，{{name}}', 'Welcome back, {{name}}'],
  'home.lead': ['从下面的页面开始今天的工作。', 'Start the day from one of these pages.'],
  'home.pages': ['您可以打开的页面', 'Pages that are open to you'],
  'home.none': [
    '您的账号还没有可用的页面，请联系系统管理员开通权限。',
    'No page is open to your account yet; please ask the system administrator.',
  ],
  'notFound.title': ['抱歉，页面不见了～', 'Whoops, this page is gone.'],
  'notFound.text': [
    '地址可能有误，或者您的账号没有打开它的权限。',
    'The address may be wrong, or your account may not be allowed to open it.',
  ],
  'notFound.home': ['返回首页', 'Back to home'],
  'failed.title': ['页面出了点问题', 'Something went wrong on this page'],
  'failed.text': [
    '请重新加载后再试；如仍出现，请告知系统管理员。',
    'Please reload and try again; if it happens again, tell the system administrator.',
  ],
  'failed.reload': ['重新加载', 'Reload'],
  'password.lead': [
    '密码至少 8 位，同时包含字母和数字。修改后，其他设备上的登录会失效。',
    'At least 8 characters, with a letter and a digit. Other devices are signed out afterwards.',
  ],
  'password.must': [
    '首次登录请先修改密码，然后才能使用其他功能。',
    'Please change your password first; everything else opens afterwards.',
  ],
  'password.current': ['原密码', 'Current password'],
  'password.next': ['新密码', 'New password'],
  'password.repeat': ['再次输入新密码', 'New password again'],
  'password.mismatch': ['两次输入的新密码不一致', 'The two new passwords differ'],
  'password.save': ['保存新密码', 'Save the new password'],
  'password.saved': ['密码已修改', 'Your password was changed'],
})
