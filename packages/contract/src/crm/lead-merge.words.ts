import { words } from '../kernel/language.ts'

/** The texts of merging two leads of one person. */
export const leadMergeWords = words('leadMerge', {
  action: { merge: ['合并', 'Merge'], find: ['查找', 'Find'], undo: ['撤销合并', 'Undo the merge'] },
  title: ['合并到“{{name}}”', 'Merge into “{{name}}”'],
  who: ['另一条线索的手机号或编号', 'Phone or ID of the other lead'],
  whoHint: ['按完整手机号查找会计入查看次数。', 'A search by the full phone counts as a reveal.'],
  none: ['没有找到可以合并的线索', 'There is no lead that can be merged'],
  same: ['这就是当前线索', 'That is this lead'],
  other: ['另一条：{{name}}（{{id}}）', 'The other one: {{name}} ({{id}})'],
  choose: ['选择要保留的内容', 'Choose what stays'],
  empty: ['空', 'Empty'],
  text: [
    '两条线索的动态都会保留。30 天内可以撤销。',
    'The timelines of both are kept. It can be undone within 30 days.',
  ],
  done: ['已合并', 'Merged'],
  list: ['合并记录', 'Merged leads'],
  line: ['{{at}} 由 {{by}} 合并（编号 {{id}}）', 'Merged by {{by}} at {{at}} (ID {{id}})'],
  undone: ['已撤销', 'Undone'],
  until: ['{{at}} 前可撤销', 'Can be undone until {{at}}'],
  undo: {
    title: ['撤销这次合并？', 'Undo this merge?'],
    exact: ['两条线索都会恢复到合并前的样子。', 'Both leads become what they were before.'],
    fields: ['合并后修改过的内容保持不变：{{fields}}。', 'What was edited since stays as it is: {{fields}}.'],
    acts: [
      '合并后的 {{count}} 条动态留在当前线索。',
      '{{count}} {{count, event|events}} since the merge {{count, stays|stay}} with this lead.',
    ],
    full: [
      '原销售已没有空位，另一条线索会回到线索池。',
      'Its salesperson has no place left, so the other lead returns to the pool.',
    ],
    done: ['已撤销合并', 'The merge is undone'],
  },
  field: {
    name: ['姓名', 'Name'],
    phone: ['手机号', 'Phone'],
    userId: ['关联用户', 'User'],
    cityCode: ['所在地区', 'Region'],
    channelId: ['渠道', 'Channel'],
    score: ['评分', 'Score'],
    remark: ['备注', 'Notes'],
  },
})
