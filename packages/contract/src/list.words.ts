import { words } from './language.ts'

/** The texts of every list: its tools, its pager, its states. */
export const listWords = words('list', {
  search: ['查询', 'Search'],
  reset: ['重置', 'Reset'],
  more: ['更多条件', 'More filters'],
  less: ['收起条件', 'Fewer filters'],
  toRows: ['跳到列表', 'Skip to the rows'],
  filters: ['筛选条件', 'Filters'],
  filter: {
    label: ['{{label}}：', '{{label}}: '],
    set: ['已设 {{count}} 项', '{{count}} set'],
    remove: ['移除条件“{{label}}”', 'Remove the filter “{{label}}”'],
    clear: ['清空', 'Clear all'],
  },
  refresh: ['刷新', 'Refresh'],
  views: ['视图', 'Views'],
  actions: ['操作', 'Actions'],
  rowMenu: ['更多操作', 'More actions'],
  older: ['查看更早的记录', 'Show older'],
  secondsLeft: ['{{count}} 秒', '{{count}} s'],
  neighbours: {
    place: ['本页第 {{at}} / {{of}} 条', '{{at}} of {{of}} on this page'],
    left: ['已不在本页', 'No longer on this page'],
    previous: ['上一条（Alt+↑）', 'Previous (Alt+↑)'],
    next: ['下一条（Alt+↓）', 'Next (Alt+↓)'],
  },
  help: [
    '用上下方向键在各行间移动，Home 与 End 到首行和末行。',
    'Use the up and down arrow keys to move between rows, Home and End for the first and last row.',
  ],
  helpSelect: ['按空格键选择当前行。', 'Space selects the row.'],
  helpOpen: ['按回车键查看详情。', 'Enter opens the details.'],
  loading: ['正在加载…', 'Loading…'],
  empty: {
    title: ['这里还没有内容', 'Nothing here yet'],
    text: ['有了内容之后，会显示在这里。', 'Records will appear here.'],
  },
  noMatch: {
    title: ['没有符合条件的内容', 'Nothing matches'],
    text: ['换个条件再试，或清除全部条件。', 'Try other filters, or clear them all.'],
    clear: ['清除条件', 'Clear filters'],
  },
  failed: {
    unreached: {
      title: ['无法连接到服务', 'Can’t reach the service'],
      text: [
        '网络不通或服务暂时没有响应，请稍后重试。',
        'The network or the service did not respond. Try again in a moment.',
      ],
    },
    refused: { title: ['请求未被接受', 'The request was refused'] },
    ours: {
      title: ['服务出了故障', 'Something went wrong on our side'],
      text: [
        '这不是您的操作造成的，请稍后重试。',
        'This wasn’t caused by anything you did. Try again in a moment.',
      ],
    },
    stale: ['刷新失败，下面是之前的内容。', 'Refresh failed. What you see below may be out of date.'],
    retry: ['重试', 'Try again'],
    requestId: ['请求编号：{{id}}', 'Request ID: {{id}}'],
  },
  page: {
    label: ['分页', 'Pages'],
    total: ['共 {{total}} 条', '{{total}} in total'],
    about: ['约 {{total}} 条', 'About {{total}} in total'],
    size: ['每页条数', 'Rows per page'],
    sizeOption: ['{{size}} 条/页', '{{size}} / page'],
    first: ['第一页 1', 'First page 1'],
    previous: ['上一页', 'Previous page'],
    next: ['下一页', 'Next page'],
    last: ['最后一页 {{last}}', 'Last page {{last}}'],
    jump: ['跳至', 'Go to'],
    jumpUnit: ['页', ''],
    of: ['{{current}} / {{last}}', '{{current}} / {{last}}'],
  },
  sort: {
    ascending: ['点击升序排列', 'Sort ascending'],
    descending: ['点击降序排列', 'Sort descending'],
    default: ['点击恢复默认排序', 'Restore default order'],
  },
  select: {
    all: ['选择本页全部', 'Select all on this page'],
    row: ['选择第 {{row}} 行', 'Select row {{row}}'],
    count: ['已选 {{count}} 条', '{{count}} selected'],
    clear: ['取消选择', 'Clear selection'],
    limit: ['一次最多处理 {{max}} 条', 'At most {{max}} at a time'],
  },
  copy: {
    action: ['复制“{{value}}”', 'Copy “{{value}}”'],
    done: ['已复制', 'Copied'],
    failed: ['复制失败，请选中文字后手动复制', 'Copy failed. Select the text and copy it manually.'],
  },
  export: ['导出', 'Export'],
  density: {
    label: ['行高', 'Row height'],
    compact: ['紧凑', 'Compact'],
    normal: ['默认', 'Normal'],
    loose: ['宽松', 'Loose'],
  },
  columns: {
    label: ['列设置', 'Columns'],
    hint: [
      '勾选要显示的列，拖动或用箭头调整顺序。',
      'Check the columns to show. Drag or use the arrows to reorder.',
    ],
    up: ['上移“{{title}}”', 'Move “{{title}}” up'],
    down: ['下移“{{title}}”', 'Move “{{title}}” down'],
    reset: ['恢复默认', 'Reset'],
    resize: ['调整“{{title}}”的列宽', 'Width of “{{title}}”'],
  },
})
