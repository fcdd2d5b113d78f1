import { words } from '../kernel/language.ts'

export const salesTeamWords = words('salesTeam', {
  title: ['团队', 'Teams'],
  field: {
    id: ['编号', 'ID'],
    name: ['名称', 'Name'],
    headId: ['负责人', 'Head'],
    headName: ['负责人', 'Head'],
    memberCount: ['人数', 'Members'],
    members: ['成员', 'Names of members'],
    poolName: ['线索池', 'Pool'],
    remark: ['备注', 'Note'],
    createdBy: ['创建人', 'Created by'],
    createdAt: ['创建时间', 'Created at'],
    updatedBy: ['修改人', 'Changed by'],
    updatedAt: ['修改时间', 'Changed at'],
  },
  hint: {
    head: [
      '只能选择团队成员；负责人可以看到全队的线索',
      'A member of the team, who sees the leads of the whole team',
    ],
    members: [
      '在销售的编辑页中选择团队，即可加入成员。',
      'Members are added by choosing the team in the form of a salesperson.',
    ],
  },
  none: ['暂无', 'None'],
  andMore: ['等 {{count}} 人', 'and others, {{count}} in all'],
  notEmpty: [
    '团队还有 {{count}} 名成员，不能删除',
    'The team has {{count}} {{count, member|members}}, so it cannot be deleted',
  ],
  hasPool: ['团队有线索池，请先删除线索池', 'The team has a pool. Delete the pool first.'],
  action: {
    edit: ['编辑', 'Edit'],
    members: ['查看成员', 'View members'],
    remove: ['删除', 'Delete'],
  },
  add: ['添加团队', 'Add a team'],
  edit: ['编辑团队', 'Edit a team'],
  remove: {
    title: ['删除团队“{{name}}”？', 'Delete “{{name}}”?'],
    text: ['只能删除没有成员和线索池的团队。', 'Only a team without members and pool can be deleted.'],
    done: ['已删除', 'Deleted'],
  },
})
