import { words } from '../kernel/language.ts'

export const roleWords = words('role', {
  title: ['角色管理', 'Roles'],
  add: ['添加角色', 'Add role'],
  edit: ['编辑角色', 'Edit role'],
  field: {
    name: ['角色名称', 'Name'],
    code: ['角色编码', 'Code'],
    keyword: ['名称或编码', 'Name or code'],
    dataScope: ['数据范围', 'Data scope'],
    requiresSecondFactor: ['要求两步验证', 'Require two-step verification'],
    nodes: ['菜单与权限点', 'Menu and permissions'],
    starter: ['从初始角色开始', 'Start from a starter role'],
    levels: ['按板块快速选择', 'Quick choice by section'],
    pointCount: ['权限点', 'Permissions'],
    adminCount: ['成员', 'Members'],
    remark: ['备注', 'Notes'],
    createdBy: ['添加人', 'Added by'],
    createdAt: ['添加时间', 'Added at'],
    updatedAt: ['修改时间', 'Updated at'],
  },
  dataScope: { all: ['全部数据', 'All data'], own: ['仅本人的数据', 'Own data only'] },
  super: ['超级管理员', 'Super administrator'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
  everything: ['全部', 'All'],
  hint: {
    starter: [
      '填入该角色的权限，保存前可以再改',
      'Fills in what that role may do; you can change it before you save',
    ],
    code: ['字母开头，保存后不能修改', 'Starts with a letter; can’t be changed later'],
    dataScope: [
      '“仅本人的数据”只能看到和处理归自己的数据',
      '“Own data only” limits the role to data that belongs to the administrator',
    ],
    requiresSecondFactor: [
      '拥有此角色的管理员须先设置两步验证，才能使用其他功能',
      'Administrators with this role must set up two-step verification before anything else',
    ],
    nodes: [
      '灰色的是您自己没有的权限，保持原样。',
      'Grayed-out permissions are ones you don’t have. They stay as they are.',
    ],
    super: [
      '超级管理员角色拥有全部权限，这里只能修改是否要求两步验证。',
      'The super administrator role has every permission. Only its two-step verification requirement can be changed.',
    ],
    search: ['搜索菜单或权限点', 'Search menu and permissions'],
  },
  level: {
    view: ['查看', 'View'],
    change: ['操作', 'Change'],
    disclose: ['导出与完整信息', 'Export and reveal'],
    of: ['{{section}}：{{level}}', '{{section}}: {{level}}'],
  },
  tree: {
    enter: ['在菜单中显示', 'Show in menu'],
    opens: ['包含：{{what}}', 'Includes: {{what}}'],
    separator: ['、', ', '],
    some: ['{{points}} 等 {{count}} 项', '{{points}} and more ({{count}} in total)'],
  },
  preview: {
    title: ['这个角色看到的菜单', 'Menu this role sees'],
    empty: ['还没有可以打开的页面', 'No pages yet'],
    points: ['{{count}} 个权限点', '{{count}} {{count, permission|permissions}}'],
  },
  holders: {
    title: ['“{{name}}”的成员', 'Members of “{{name}}”'],
    none: ['这个角色还没有成员', 'This role has no members yet'],
    more: ['共 {{total}} 位，只列出前 {{shown}} 位', '{{total}} in total; the first {{shown}} are shown'],
    disabled: ['已停用', 'disabled'],
  },
  copyName: ['{{name}} 副本', '{{name}} (copy)'],
  action: {
    edit: ['编辑', 'Edit'],
    copy: ['复制', 'Copy'],
    holders: ['查看成员', 'View members'],
    remove: ['删除', 'Delete'],
  },
  remove: {
    title: ['删除角色“{{name}}”？', 'Delete role “{{name}}”?'],
    text: ['删除后无法恢复。', 'This can’t be undone.'],
    done: ['已删除', 'Deleted'],
  },
})
