import { words } from '../kernel/language.ts'

/** The user center: the caller's own profile, password, second factor, sessions, language and theme. */
export const accountWords = words('account', {
  profile: {
    edit: ['编辑资料', 'Edit profile'],
    username: ['用户名', 'Username'],
    avatarFileId: ['头像', 'Profile picture'],
    name: ['姓名', 'Name'],
    phone: ['手机号', 'Phone'],
    email: ['邮箱', 'Email'],
    lastLogin: ['最近登录', 'Last sign-in'],
    createdAt: ['账号创建时间', 'Account created'],
    never: ['尚未登录', 'Never'],
    security: ['密码、两步验证与会话', 'Password, two-step verification and sessions'],
  },
  tab: {
    password: ['密码', 'Password'],
    'second-factor': ['两步验证', 'Two-step verification'],
    sessions: ['会话', 'Sessions'],
    tokens: ['访问令牌', 'Access tokens'],
    appearance: ['语言与主题', 'Language and theme'],
  },
  confirm: {
    lead: [
      '本账号没有密码。需要密码的操作，请先在 {{name}} 确认身份：之后 5 分钟内的一次操作，密码栏可填写任意内容。',
      'This account has no password. Before an act that asks for one, confirm at {{name}}: for one act within 5 minutes, anything can then be typed as the password.',
    ],
    begin: ['在 {{name}} 确认身份', 'Confirm at {{name}}'],
  },
  rule: {
    length: ['至少 {{min}} 位', 'At least {{min}} {{min, character|characters}}'],
    mixed: ['同时包含字母和数字', 'At least one letter and one digit'],
    username: ['不包含用户名', 'Doesn’t contain the username'],
    common: ['不是常见的密码', 'Not a common password'],
    history: [
      '不是最近 {{count}} 个用过的密码',
      'Not one of the last {{count}} {{count, password|passwords}}',
    ],
    age: ['每 {{days}} 天须修改一次', 'Must be changed every {{days}} {{days, day|days}}'],
    met: ['已满足', 'met'],
    open: ['未满足', 'not met yet'],
  },
  session: {
    lead: [
      '以下设备正在登录您的账号。如有不认识的设备，请结束它的会话并修改密码。',
      'These devices are signed in to your account. If you don’t recognize one, end its session and change your password.',
    ],
    current: ['本次会话', 'This session'],
    unknownDevice: ['未知设备', 'Unknown device'],
    facts: [
      'IP {{ip}}，登录于 {{created}}，最近活动 {{seen}}',
      'IP {{ip}}, signed in {{created}}, last active {{seen}}',
    ],
    end: ['结束', 'End'],
    endNamed: ['结束 {{device}} 的会话', 'End the session on {{device}}'],
    ended: ['会话已结束', 'Session ended'],
    endOthers: ['结束其他所有会话', 'End all other sessions'],
    endOthersTitle: ['结束其他所有会话？', 'End all other sessions?'],
    endOthersText: [
      '其他设备需要重新登录，本次会话不受影响。',
      'Other devices will have to sign in again. This session is not affected.',
    ],
    endedMany: ['已结束 {{count}} 个会话', '{{count}} {{count, session|sessions}} ended'],
    endTitle: ['结束这个会话？', 'End this session?'],
    endText: ['{{device}} 需要重新登录。', '{{device}} will have to sign in again.'],
    recent: ['最近的登录记录', 'Recent sign-ins'],
  },
  language: ['语言', 'Language'],
  theme: {
    label: ['主题', 'Theme'],
    auto: ['跟随系统', 'Use system setting'],
    light: ['浅色', 'Light'],
    dark: ['深色', 'Dark'],
  },
})
