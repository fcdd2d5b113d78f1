import { words } from './language.ts'

/** The settings drawer, language and theme; the keys are the template's (docs/specification/frame.md). */
export const settingsWords = words('settings', {
  title: ['页面配置', 'Settings'],
  themeColor: ['主题色', 'Theme Color'],
  'themeColor.choose': ['选择主题色', 'Choose the theme color'],
  content: ['内容区域', 'Content Setting'],
  search: ['搜索', 'Search'],
  language: ['语言', 'Language'],
  'language.switched': ['切换为中文', 'Switch to English'],
  theme: ['暗黑模式', 'Dark Mode'],
  fullScreen: ['全屏', 'Full Screen'],
  navbar: ['导航栏', 'Navbar'],
  menuWidth: ['菜单宽度 (px)', 'Menu Width (px)'],
  'navbar.theme.toLight': ['点击切换为亮色模式', 'Click to use light mode'],
  'navbar.theme.toDark': ['点击切换为暗黑模式', 'Click to use dark mode'],
  'navbar.screen.toFull': ['点击切换全屏模式', 'Click to switch to full screen mode'],
  'navbar.screen.toExit': ['点击退出全屏模式', 'Click to exit the full screen mode'],
  menu: ['菜单栏', 'Menu'],
  tabBar: ['多页签', 'Tab Bar'],
  footer: ['底部', 'Footer'],
  otherSettings: ['其他设置', 'Other Settings'],
  colorWeak: ['色弱模式', 'Color Weak'],
  alertContent: [
    '配置之后仅是临时生效，要想真正作用于项目，点击下方的 "复制配置" 按钮，将配置替换到 settings.json 中即可。',
    'After the configuration is only temporarily effective, if you want to really affect the project, click the "Copy Settings" button below and replace the configuration in settings.json.',
  ],
  copySettings: ['复制配置', 'Copy Settings'],
  'copySettings.message': [
    '复制成功，请粘贴到 src/settings.json 文件中',
    'Copy succeeded, please paste to file src/settings.json.',
  ],
  'copySettings.failed': [
    '复制失败，浏览器不允许访问剪贴板',
    'Copying failed: the browser does not allow it.',
  ],
  close: ['关闭', 'Close'],
  'color.tooltip': [
    '根据主题颜色生成的 10 个梯度色（将配置复制到项目中，主题色才能对亮色 / 暗黑模式同时生效）',
    '10 gradient colors generated according to the theme color',
  ],
  menuFromServer: ['菜单来源于后台', 'Menu From Server'],
})
