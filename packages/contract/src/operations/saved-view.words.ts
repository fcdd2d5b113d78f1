import { words } from '../kernel/language.ts'

/** The texts of saved views in every list. */
export const savedViewWords = words('savedView', {
  changed: ['（已更改）', '(changed)'],
  none: ['默认列表', 'Default list'],
  mine: ['我的视图', 'My views'],
  shared: ['共享给我的', 'Shared with me'],
  sharedWith: ['共享给“{{role}}”', 'Shared with {{role}}'],
  by: ['{{owner}} · {{role}}', '{{owner}} · {{role}}'],
  empty: [
    '把当前的筛选条件、排序和列保存为视图，以后一键打开。',
    'Save the current filters, sorting and columns as a view, and open it later with one click.',
  ],
  search: ['搜索视图', 'Search views'],
  nothingFound: ['没有这样的视图', 'No matching views'],
  failed: ['视图加载失败', 'Views could not be loaded'],
  retry: ['重试', 'Try again'],
  saveAs: ['另存为视图…', 'Save as view…'],
  update: ['更新“{{name}}”', 'Update “{{name}}”'],
  updated: ['视图已更新', 'View updated'],
  revert: ['还原更改', 'Revert changes'],
  edit: ['编辑“{{name}}”', 'Edit “{{name}}”'],
  copy: ['复制“{{name}}”的链接', 'Copy the link to “{{name}}”'],
  copied: ['链接已复制', 'Link copied'],
  copiedPrivate: [
    '链接已复制。这个视图还没有共享，只有您自己能打开。',
    'Link copied. This view is not shared, so only you can open it.',
  ],
  copyFailed: ['复制失败，请手动复制：{{link}}', 'Copy failed. Copy it manually: {{link}}'],
  remove: {
    label: ['删除“{{name}}”', 'Delete “{{name}}”'],
    title: ['删除视图“{{name}}”？', 'Delete view “{{name}}”?'],
    text: ['列表里的数据不受影响。', 'The data in the list is not affected.'],
    textShared: [
      '“{{role}}”的成员也将不再看到它。列表里的数据不受影响。',
      'Members of “{{role}}” will no longer see it either. The data in the list is not affected.',
    ],
    action: ['删除', 'Delete'],
    done: ['视图已删除', 'View deleted'],
  },
  form: {
    new: ['保存为视图', 'Save as view'],
    edit: ['编辑视图', 'Edit view'],
    name: ['名称', 'Name'],
    role: ['共享给', 'Shared with'],
    alone: ['不共享，仅自己可见', 'Not shared, only visible to me'],
    roleHint: [
      '该角色的成员都能打开它，看到的数据仍由各自的权限决定。',
      'Members of this role can open it. The data they see still depends on their own permissions.',
    ],
    keeps: [
      '保存的内容：{{filters}} 个筛选条件、排序和列',
      'Saves {{filters}} {{filters, filter|filters}}, the sorting and the columns',
    ],
    leftOut: [
      '完整的手机号或身份证号不会保存在视图里。',
      'Full phone numbers and ID numbers are not saved in a view.',
    ],
  },
  outdated: [
    '视图“{{name}}”里有 {{count}} 项已不适用，没有使用。',
    '{{count}} {{count, setting|settings}} of the view “{{name}}” no longer {{count, applies|apply}} and {{count, was|were}} left out.',
  ],
  gone: ['这个视图不存在，或没有共享给您。', 'This view does not exist or is not shared with you.'],
})
