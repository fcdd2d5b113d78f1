import { words } from '../kernel/language.ts'

export const adminWords = words('admin', {
  title: ['管理员列表', 'Administrators'],
  add: ['添加管理员', 'Add administrator'],
  edit: ['编辑管理员', 'Edit administrator'],
  field: {
    username: ['用户名', 'Username'],
    avatarFileId: ['头像', 'Profile picture'],
    name: ['姓名', 'Name'],
    roles: ['角色', 'Roles'],
    status: ['状态', 'Status'],
    phone: ['手机号', 'Phone'],
    email: ['邮箱', 'Email'],
    lastLoginAt: ['最近登录', 'Last sign-in'],
    lastLoginIp: ['最近登录 IP', 'Last sign-in IP'],
    remark: ['备注', 'Notes'],
    createdBy: ['添加人', 'Added by'],
    createdAt: ['添加时间', 'Added at'],
  },
  status: { enabled: ['启用', 'Enabled'], disabled: ['停用', 'Disabled'] },
  never: ['从未登录', 'Never'],
  mustChange: ['待修改初始密码', 'Must change password'],
  self: ['（本人）', ' (you)'],
  hint: {
    username: ['登录时使用，保存后不能修改', 'Used to sign in; can’t be changed later'],
    usernameFilter: ['用户名的开头', 'First characters'],
    ownRoles: ['不能修改自己的角色', 'You cannot change your own roles'],
    password: [
      '保存后系统会生成初始密码，只显示一次。',
      'An initial password is generated when you save, and shown only once.',
    ],
  },
  action: {
    edit: ['编辑', 'Edit'],
    enable: ['启用', 'Enable'],
    disable: ['停用', 'Disable'],
    resetPassword: ['重置密码', 'Reset password'],
    resetSecondFactor: ['重置两步验证', 'Reset two-step verification'],
    tokens: ['访问令牌', 'Access tokens'],
    identity: ['单点登录身份', 'Single sign-on identity'],
    reveal: ['查看完整联系方式', 'Reveal contact details'],
    hide: ['隐藏完整联系方式', 'Hide contact details'],
  },
  identity: {
    title: ['“{{name}}”的单点登录身份', 'Single sign-on identity of “{{name}}”'],
    current: ['已关联的身份', 'Linked identity'],
    lead: [
      '填写此人在认证方的身份编号（sub）。关联或解除后，该账号在所有设备上退出登录，访问令牌失效。',
      'Enter the subject (sub) of this person at the provider. The account is then signed out on all devices, and its access tokens end.',
    ],
    issuer: ['签发者', 'Issuer'],
    subject: ['身份编号（sub）', 'Subject (sub)'],
    lastUsedAt: ['最近使用', 'Last used'],
    link: ['关联', 'Link'],
    unlink: ['解除关联', 'Unlink'],
    linked: ['已关联', 'Linked'],
    unlinked: ['已解除关联', 'Unlinked'],
  },
  enable: {
    title: ['启用“{{name}}”？', 'Enable “{{name}}”?'],
    text: ['启用后可以用原来的密码登录。', 'The account will be able to sign in with its existing password.'],
    done: ['已启用', 'Enabled'],
  },
  disable: {
    title: ['停用“{{name}}”？', 'Disable “{{name}}”?'],
    text: [
      '停用后，该账号立即退出登录，并且不能再登录。',
      'The account is signed out immediately and can’t sign in anymore.',
    ],
    done: ['已停用', 'Disabled'],
  },
  reset: {
    title: ['重置“{{name}}”的密码？', 'Reset the password for “{{name}}”?'],
    text: [
      '当前密码立即失效，该账号在所有设备上退出登录。新密码只显示一次。',
      'The current password stops working immediately, and the account is signed out on all devices. The new one is shown only once.',
    ],
  },
  /** What super administrators are told. */
  mayReview: {
    title: {
      account: ['账号获得审核权限', 'An account may review'],
      role: ['角色获得审核权限', 'A role may review'],
    },
    text: {
      account: [
        '{{by}}让账号“{{name}}”可以：{{reviews}}。如非您知情，请核实。',
        '{{by}} lets the account “{{name}}”: {{reviews}}. Look into it if you do not know why.',
      ],
      role: [
        '{{by}}让角色“{{name}}”可以：{{reviews}}。如非您知情，请核实。',
        '{{by}} lets the role “{{name}}”: {{reviews}}. Look into it if you do not know why.',
      ],
    },
  },
  secondFactor: {
    title: ['重置“{{name}}”的两步验证？', 'Reset two-step verification for “{{name}}”?'],
    text: [
      '该账号的验证器与恢复码立即失效，并在所有设备上退出登录；之后只用密码即可登录。请先确认是本人的请求。',
      'The authenticator and recovery codes stop working immediately, and the account is signed out on all devices. After that, the password alone is enough to sign in. Make sure the owner has asked for this.',
    ],
    done: ['两步验证已重置', 'Two-step verification reset'],
  },
  once: {
    title: ['“{{username}}”的初始密码', 'Initial password for “{{username}}”'],
    text: [
      '这个密码只显示这一次，关闭后无法再次查看。请立即复制并交给本人；首次登录时必须修改。',
      'This password is shown only once. Copy it now and hand it over. It must be changed at the first sign-in.',
    ],
    label: ['初始密码', 'Initial password'],
    copy: ['复制密码', 'Copy password'],
    copied: ['已复制', 'Copied'],
    failed: ['复制失败，请选中密码后手动复制', 'Copy failed. Select the password and copy it manually.'],
    done: ['我已保存，关闭', 'I’ve saved it, close'],
    leave: {
      title: ['密码还没有复制，确定关闭？', 'Close without copying the password?'],
      text: [
        '关闭后无法再次查看，只能重新生成。',
        'It can’t be shown again. You would have to generate a new one.',
      ],
      confirm: ['关闭', 'Close'],
      stay: ['返回', 'Back'],
    },
  },
})
