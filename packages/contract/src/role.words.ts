import { words } from './language.ts'

export const roleWords = words('role', {
  title: ['角色管理', 'Roles'],
  add: ['添加角色', 'Add a role'],
  edit: ['修改角色', 'Change a role'],
  field: {
    name: ['角色名称', 'Name'],
    code: ['角色编码', 'Code'],
    keyword: ['名称或编码', 'Name or code'],
    dataScope: ['数据范围', 'Data scope'],
    requiresSecondFactor: ['要求两步验证', 'Ask for two-step verification'],
    nodes: ['菜单与权限点', 'Menu and permission points'],
    pointCount: ['权限点', 'Points'],
    adminCount: ['管理员', 'Administrators'],
    remark: ['备注', 'Remark'],
    createdBy: ['添加人', 'Added by'],
    createdAt: ['添加时间', 'Added at'],
    updatedAt: ['修改时间', 'Changed at'],
  },
  dataScope: { all: ['全部数据', 'Everybody’s'], own: ['仅本人的数据', 'Own only'] },
  super: ['超级管理员', 'Super administrator'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
  everything: ['全部', 'All'],
  hint: {
    code: ['字母开头，保存后不能修改', 'Begins with a letter; cannot be changed later'],
    dataScope: [
      '“仅本人的数据”只能看到和处理归自己的数据',
      '“Own only” sees and changes only what belongs to the administrator',
    ],
    requiresSecondFactor: [
      '拥有此角色的管理员须先设置两步验证，才能使用其他功能',
      'Whoever has this role sets up two-step verification before anything else',
    ],
    nodes: [
      '灰色的是您自己没有的权限，保持原样。',
      'What is greyed out you do not hold yourself; it stays as it is.',
    ],
    super: [
      '超级管理员角色拥有全部权限，这里只能修改是否要求两步验证。',
      'The super administrator role holds everything; only whether it asks for two-step verification can be changed.',
    ],
    search: ['搜索菜单或权限点', 'Search the menu and points'],
  },
  tree: {
    enter: ['在菜单中显示', 'Show in the menu'],
    opens: ['包含：{{what}}', 'Opens: {{what}}'],
    separator: ['、', ', '],
    some: ['{{points}} 等 {{count}} 项', '{{points}} and others, {{count}} in all'],
  },
  preview: {
    title: ['这个角色看到的菜单', 'What this role sees'],
    empty: ['还没有可以打开的页面', 'No page can be opened yet'],
    points: ['{{count}} 个权限点', '{{count}} points'],
  },
  holders: {
    title: ['拥有“{{name}}”的管理员', 'Who has “{{name}}”'],
    none: ['还没有管理员拥有这个角色', 'Nobody has this role yet'],
    more: ['共 {{total}} 位，只列出前 {{shown}} 位', '{{total}} in all; the first {{shown}} are shown'],
    disabled: ['已停用', 'disabled'],
  },
  copyName: ['{{name}} 副本', '{{name}} (copy)'],
  action: {
    edit: ['编辑', 'Edit'],
    copy: ['复制', 'Copy'],
    holders: ['谁拥有', 'Who has it'],
    remove: ['删除', 'Delete'],
  },
  remove: {
    title: ['删除角色“{{name}}”？', 'Delete the role “{{name}}”?'],
    text: ['删除后不能恢复。', 'It cannot be brought back.'],
    done: ['已删除', 'Deleted'],
  },
})
