import { words } from './language.ts'

export const adminWords = words('admin', {
  title: ['管理员列表', 'Administrators'],
  add: ['添加管理员', 'Add an administrator'],
  edit: ['修改管理员', 'Change an administrator'],
  field: {
    username: ['用户名', 'Username'],
    avatarFileId: ['头像', 'Picture'],
    name: ['姓名', 'Name'],
    roles: ['角色', 'Roles'],
    status: ['状态', 'State'],
    phone: ['手机号', 'Phone'],
    email: ['邮箱', 'Email'],
    lastLoginAt: ['最近登录', 'Last sign-in'],
    lastLoginIp: ['登录地址', 'From'],
    remark: ['备注', 'Remark'],
    createdBy: ['添加人', 'Added by'],
    createdAt: ['添加时间', 'Added at'],
  },
  status: { enabled: ['启用', 'Enabled'], disabled: ['停用', 'Disabled'] },
  never: ['从未登录', 'Never'],
  mustChange: ['待修改初始密码', 'Has to change the password'],
  self: ['（本人）', ' (you)'],
  hint: {
    username: ['登录时使用，保存后不能修改', 'To sign in with; cannot be changed later'],
    usernameFilter: ['用户名的开头', 'Its beginning'],
    keep: ['留空则保持 {{value}} 不变', 'Leave empty to keep {{value}}'],
    clear: ['删除已保存的 {{value}}', 'Remove the stored {{value}}'],
    ownRoles: ['不能修改自己的角色', 'You cannot change your own roles'],
    password: ['保存后系统会生成初始密码，只显示一次。', 'A password is made when you save, and shown once.'],
  },
  action: {
    edit: ['编辑', 'Edit'],
    enable: ['启用', 'Enable'],
    disable: ['停用', 'Disable'],
    resetPassword: ['重置密码', 'Reset the password'],
    resetSecondFactor: ['重置两步验证', 'Reset two-step verification'],
    reveal: ['显示完整的联系方式', 'Show phone and email'],
    hide: ['隐藏完整的联系方式', 'Hide phone and email'],
  },
  enable: {
    title: ['启用“{{name}}”？', 'Enable “{{name}}”?'],
    text: ['启用后可以用原来的密码登录。', 'The account can sign in again with its password.'],
    done: ['已启用', 'Enabled'],
  },
  disable: {
    title: ['停用“{{name}}”？', 'Disable “{{name}}”?'],
    text: [
      '停用后立即退出登录，并且不能再登录。',
      'The account is signed out at once and cannot sign in any more.',
    ],
    done: ['已停用', 'Disabled'],
  },
  reset: {
    title: ['重置“{{name}}”的密码？', 'Reset the password of “{{name}}”?'],
    text: [
      '原密码立即失效，该账号在所有设备上退出登录。新密码只显示一次。',
      'The old one stops working at once and the account is signed out everywhere. The new one is shown once.',
    ],
  },
  secondFactor: {
    title: ['重置“{{name}}”的两步验证？', 'Reset two-step verification of “{{name}}”?'],
    text: [
      '该账号的验证器与恢复码立即失效，并在所有设备上退出登录；之后只用密码即可登录。请先确认是本人的请求。',
      'The authenticator and recovery codes stop working at once and the account is signed out everywhere; the password alone signs in then. Make sure that its owner has asked for this.',
    ],
    done: ['两步验证已重置', 'Two-step verification was reset'],
  },
  once: {
    title: ['“{{username}}”的初始密码', 'The password of “{{username}}”'],
    text: [
      '这个密码只显示这一次，关闭后无法再次查看。请立即复制并交给本人；首次登录时必须修改。',
      'This password is shown only this once and cannot be seen again. Copy it now and hand it over; it must be changed at the first sign-in.',
    ],
    label: ['初始密码', 'Password'],
    copy: ['复制密码', 'Copy the password'],
    copied: ['已复制', 'Copied'],
    failed: [
      '复制失败，请选中密码后手动复制',
      'Copying failed; please select the password and copy it by hand',
    ],
    done: ['我已保存，关闭', 'I have it, close'],
    leave: {
      title: ['密码还没有复制，确定关闭？', 'Close without copying the password?'],
      text: [
        '关闭后无法再次查看，只能重新生成。',
        'It cannot be seen again; another one would have to be made.',
      ],
      confirm: ['关闭', 'Close'],
      stay: ['返回', 'Back'],
    },
  },
})
