import { words } from './language.ts'

/** The texts of every form, dialog and input. */
export const formWords = words('form', {
  showPassword: ['显示{{label}}', 'Show: {{label}}'],
  hidePassword: ['隐藏{{label}}', 'Hide: {{label}}'],
  save: ['保存', 'Save'],
  cancel: ['取消', 'Cancel'],
  close: ['关闭', 'Close'],
  clear: ['清除', 'Clear'],
  created: ['添加成功', 'Added'],
  saved: ['保存成功', 'Saved'],
  choose: ['请选择', 'Select'],
  nothingFound: ['没有匹配的选项', 'No matches'],
  loading: ['正在加载…', 'Loading…'],
  search: ['输入关键字搜索', 'Type to search'],
  uploading: ['文件还在上传，请稍候', 'A file is still uploading. Please wait.'],
  typeToConfirm: ['输入“{{text}}”以确认', 'Type “{{text}}” to confirm'],
  /** A value that is stored and shown masked. */
  kept: {
    keep: ['留空则保持 {{value}} 不变', 'Leave empty to keep {{value}}'],
    remove: ['删除已保存的 {{value}}', 'Remove the saved {{value}}'],
  },
  leave: {
    title: ['放弃未保存的内容？', 'Discard unsaved changes?'],
    text: ['您填写的内容还没有保存，离开后将会丢失。', 'Your changes have not been saved and will be lost.'],
    confirm: ['放弃', 'Discard'],
    stay: ['继续填写', 'Keep editing'],
  },
  newBuild: {
    title: ['控制台有新版本', 'There is a new version of the console'],
    text: [
      '这个页面要重新加载后才能打开，已填写但未保存的内容将会丢失；您可以先返回，保存或复制它们。',
      'This page opens after a reload, which discards your unsaved changes. You can go back and save or copy them first.',
    ],
    confirm: ['重新加载', 'Reload'],
    stay: ['先返回', 'Go back first'],
  },
  conflict: {
    title: ['这条内容刚刚被别人修改过', 'Someone else has just changed this'],
    text: [
      '您填写的内容都还在。请核对下面的差异，再决定怎样保存。',
      'Nothing you entered is lost. Compare the differences below, then decide how to save.',
    ],
    same: ['对方的修改与您填写的内容没有冲突。', 'Their changes do not conflict with yours.'],
    field: ['字段', 'Field'],
    theirs: ['对方保存的', 'Saved by them'],
    mine: ['您填写的', 'Yours'],
    untouched: ['未修改', 'Not changed'],
    empty: ['（空）', '(empty)'],
    keep: ['保留我的并保存', 'Keep mine and save'],
    take: ['采用对方的', 'Use theirs'],
  },
  region: {
    placeholder: ['省 / 市 / 区', 'Province / city / district'],
    previous: ['上一级', 'Previous level'],
    next: ['下一级', 'Next level'],
  },
  range: {
    today: ['今天', 'Today'],
    yesterday: ['昨天', 'Yesterday'],
    days7: ['近 7 天', 'Last 7 days'],
    days30: ['近 30 天', 'Last 30 days'],
    week: ['本周', 'This week'],
    lastWeek: ['上周', 'Last week'],
    month: ['本月', 'This month'],
    lastMonth: ['上月', 'Last month'],
    placeholder: ['开始日期 ~ 结束日期', 'Start date ~ End date'],
    presets: ['常用时间段', 'Common ranges'],
  },
  date: {
    placeholder: ['选择日期和时间', 'Select a date and time'],
    day: ['选择日期', 'Select a date'],
    time: ['时间', 'Time'],
    previous: ['上一页', 'Previous'],
    next: ['下一页', 'Next'],
    // The calendar library's formats of a month and a year.
    month: ['YYYY年M月', 'MMMM YYYY'],
    year: ['YYYY年', 'YYYY'],
    done: ['确定时间', 'Use this time'],
  },
})
