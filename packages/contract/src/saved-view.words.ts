import { words } from './language.ts'

/** The texts of saved views in every list. */
export const savedViewWords = words('savedView', {
  changed: ['（已更改）', '(changed)'],
  none: ['默认列表', 'Default list'],
  mine: ['我的视图', 'My views'],
  shared: ['共享给我的', 'Shared with me'],
  sharedWith: ['共享给「{{role}}」', 'Shared with {{role}}'],
  by: ['{{owner}} · {{role}}', '{{owner}} · {{role}}'],
  empty: [
    '把当前的查询条件、排序和列保存为视图，以后一键打开。',
    'Keep the filters, the order and the columns of this list under a name, and open them again in one click.',
  ],
  search: ['搜索视图', 'Search the views'],
  nothingFound: ['没有这样的视图', 'There is no such view'],
  failed: ['没能加载视图', 'The views could not be loaded'],
  retry: ['重试', 'Try again'],
  saveAs: ['另存为视图…', 'Save as a view…'],
  update: ['更新「{{name}}」', 'Update “{{name}}”'],
  updated: ['视图已更新', 'View updated'],
  revert: ['还原更改', 'Undo the changes'],
  edit: ['修改「{{name}}」', 'Edit “{{name}}”'],
  copy: ['复制「{{name}}」的链接', 'Copy the link of “{{name}}”'],
  copied: ['链接已复制', 'Link copied'],
  copiedPrivate: [
    '链接已复制。这个视图还没有共享，只有您自己能打开。',
    'Link copied. This view is not shared, so only you can open it.',
  ],
  copyFailed: ['复制失败，请手动复制：{{link}}', 'Copying failed, please copy it by hand: {{link}}'],
  remove: {
    label: ['删除「{{name}}」', 'Delete “{{name}}”'],
    title: ['删除视图「{{name}}」？', 'Delete the view “{{name}}”?'],
    text: ['列表里的数据不受影响。', 'The rows of the list stay as they are.'],
    textShared: [
      '「{{role}}」的成员也将不再看到它。列表里的数据不受影响。',
      'Those who have the role {{role}} will not see it any more either. The rows of the list stay as they are.',
    ],
    action: ['删除', 'Delete'],
    done: ['视图已删除', 'View deleted'],
  },
  form: {
    new: ['保存为视图', 'Save as a view'],
    edit: ['修改视图', 'Edit the view'],
    name: ['名称', 'Name'],
    role: ['共享给', 'Shared with'],
    alone: ['不共享，只有自己可见', 'Nobody, it stays mine'],
    roleHint: [
      '拥有该角色的人都能打开它，看到的数据仍由各自的权限决定。',
      'Whoever has the role can open it; which rows they see still depends on what they may see.',
    ],
    keeps: [
      '保存的内容：{{filters}} 个查询条件、排序和列',
      'It keeps the filters ({{filters}}), the order and the columns',
    ],
    leftOut: [
      '完整的手机号或身份证号不会保存在视图里。',
      'A whole phone or id number is not kept in a view.',
    ],
  },
  outdated: [
    '视图「{{name}}」里有 {{count}} 项已不适用，没有使用。',
    'Not all of the view “{{name}}” fits the list any more; left out: {{count}}.',
  ],
  gone: [
    '这个视图不存在，或没有共享给您。',
    'This view is not there any more, or it is not shared with you.',
  ],
})
