import { words } from './language.ts'

/** The command palette and the help on shortcuts. */
export const paletteWords = words('palette', {
  title: ['命令面板', 'Command palette'],
  placeholder: ['搜索页面和操作，支持拼音和首字母', 'Search pages and actions'],
  none: ['没有找到匹配的页面或操作', 'No page or action matches'],
  found: ['{{count}} 个结果', '{{count}} results'],
  close: ['关闭', 'Close'],
  group: {
    recent: ['最近打开', 'Recent'],
    pages: ['页面', 'Pages'],
    actions: ['操作', 'Actions'],
  },
  action: {
    theme: ['切换主题', 'Toggle the theme'],
    'theme.hint': ['亮色 / 暗黑', 'light / dark'],
    language: ['切换为英文', 'Switch to Chinese'],
    'language.hint': ['English', '中文'],
    settings: ['页面配置', 'Settings'],
    shortcuts: ['键盘快捷键', 'Keyboard shortcuts'],
    logout: ['登出登录', 'Log out'],
  },
  shortcut: {
    palette: ['打开命令面板', 'Open the command palette'],
    help: ['显示键盘快捷键', 'Show the keyboard shortcuts'],
    close: ['关闭对话框、抽屉或菜单', 'Close a dialog, drawer or menu'],
    tabs: ['在标签页之间移动', 'Move between tabs'],
    closeTab: ['关闭标签页', 'Close the tab'],
    tabMenu: ['标签页操作', 'What to do with the tab'],
    rows: ['在各行之间移动', 'Move between rows'],
    leap: ['移动十行', 'Move by ten rows'],
    ends: ['到首行、末行', 'To the first or the last row'],
    open: ['打开当前行的详情', 'Open the details of the row'],
    select: ['选择当前行', 'Select the row'],
    selectTo: ['选择到当前行', 'Select up to the row'],
  },
  'shortcut.frame': ['整个控制台', 'Everywhere'],
  'shortcut.tabBar': ['标签页', 'Tabs'],
  'shortcut.list': ['列表', 'Lists'],
})
