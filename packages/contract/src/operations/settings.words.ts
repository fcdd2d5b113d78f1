import { words } from '../kernel/language.ts'

/** The settings drawer, language and theme; the keys are the template's (docs/specification/frame.md). */
export const settingsWords = words('settings', {
  title: ['页面配置', 'Settings'],
  themeColor: ['主题色', 'Theme color'],
  'themeColor.choose': ['选择主题色', 'Choose theme color'],
  content: ['内容区域', 'Content area'],
  search: ['搜索', 'Search'],
  language: ['语言', 'Language'],
  'language.switched': ['已切换为中文', 'Switched to English'],
  theme: ['深色模式', 'Dark mode'],
  fullScreen: ['全屏', 'Full screen'],
  navbar: ['导航栏', 'Navbar'],
  menuWidth: ['菜单宽度 (px)', 'Menu width (px)'],
  'navbar.theme.toLight': ['切换为浅色模式', 'Switch to light mode'],
  'navbar.theme.toDark': ['切换为深色模式', 'Switch to dark mode'],
  'navbar.screen.toFull': ['进入全屏', 'Enter full screen'],
  'navbar.screen.toExit': ['退出全屏', 'Exit full screen'],
  menu: ['菜单栏', 'Menu'],
  tabBar: ['标签页栏', 'Tab bar'],
  footer: ['底部', 'Footer'],
  otherSettings: ['其他设置', 'Other settings'],
  colorWeak: ['色弱模式', 'Color-weak mode'],
  alertContent: [
    '以上配置在页面刷新后失效。要长期生效，请点击下方的“复制配置”，再替换 settings.json 的内容。',
    'These settings last until the page is reloaded. To keep them, click “Copy settings” below and replace the contents of settings.json.',
  ],
  copySettings: ['复制配置', 'Copy settings'],
  'copySettings.message': [
    '复制成功，请粘贴到 src/settings.json 文件中',
    'Copied. Paste it into src/settings.json.',
  ],
  'copySettings.failed': ['复制失败，浏览器不允许访问剪贴板', 'Copy failed: the browser doesn’t allow it.'],
  close: ['关闭', 'Close'],
  'color.tooltip': ['根据主题色生成的 10 级颜色', '10 shades generated from the theme color'],
  menuFromServer: ['菜单来源于后台', 'Menu from server'],
})
