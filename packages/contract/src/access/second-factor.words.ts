import { words } from '../kernel/language.ts'

export const secondFactorWords = words('secondFactor', {
  notice: {
    title: ['使用恢复码登录', 'Signed in with a recovery code'],
    content: [
      '您的账号刚刚用一个恢复码登录，还剩 {{count}} 个。如果不是您本人，请立即修改密码并重新生成恢复码。',
      'Your account was just signed in to with a recovery code ({{count}} left). If that wasn’t you, change your password and generate new codes immediately.',
    ],
  },
  off: {
    lead: [
      '开启后，登录时除密码外还需输入手机验证器显示的 6 位验证码，即使密码泄露，他人也无法登录。',
      'Once it is on, signing in also takes the 6-digit code from an authenticator on your phone, so a stolen password alone is useless.',
    ],
    required: [
      '您的角色要求开启两步验证，设置完成后才能使用其他功能。',
      'One of your roles requires two-step verification. Set it up to continue.',
    ],
    begin: ['开启两步验证', 'Turn on two-step verification'],
  },
  on: {
    lead: ['两步验证已于 {{at}} 开启。', 'Two-step verification has been on since {{at}}.'],
    left: ['还有 {{count}} 个恢复码可用。', '{{count}} recovery {{count, code is|codes are}} left.'],
    few: [
      '恢复码快用完了，请重新生成并妥善保存。',
      'You are running out of recovery codes. Generate new ones and keep them safe.',
    ],
    renew: ['重新生成恢复码', 'Generate new recovery codes'],
    turnOff: ['关闭两步验证', 'Turn off two-step verification'],
    turnedOff: ['两步验证已关闭', 'Two-step verification turned off'],
  },
  setUp: {
    password: ['当前密码', 'Current password'],
    passwordHint: ['为确认是您本人，请先输入密码。', 'Enter your password first to confirm it’s you.'],
    next: ['下一步', 'Next'],
    cancel: ['取消', 'Cancel'],
    scan: [
      '1. 在手机上安装验证器（例如 Microsoft Authenticator、Google Authenticator），扫描下面的二维码。',
      '1. Install an authenticator on your phone (such as Microsoft Authenticator or Google Authenticator) and scan this QR code.',
    ],
    qr: ['两步验证的二维码', 'QR code for two-step verification'],
    manual: ['无法扫描时，请手动输入密钥：', 'Can’t scan it? Enter this key manually:'],
    copyKey: ['复制密钥', 'Copy key'],
    enter: [
      '2. 输入验证器显示的 6 位验证码，确认设置成功。',
      '2. Enter the 6-digit code shown by the authenticator to confirm that it works.',
    ],
    code: ['验证码', 'Code'],
    confirm: ['确认并开启', 'Confirm and turn on'],
    others: ['开启后，其他设备将退出登录。', 'Other devices will be signed out when it is turned on.'],
  },
  codes: {
    title: ['保存恢复码', 'Save your recovery codes'],
    lead: [
      '手机不在身边时，可以用恢复码登录，每个只能使用一次。它们只显示这一次，请保存在安全的地方。',
      'Without your phone, you can sign in with a recovery code. Each works once. They are shown only this once, so keep them in a safe place.',
    ],
    copy: ['复制', 'Copy'],
    copied: ['已复制', 'Copied'],
    notCopied: ['复制失败，请手动选择', 'Copy failed. Select the codes manually.'],
    download: ['下载', 'Download'],
    fileName: ['卡包恢复码-{{username}}.txt', 'kabao-recovery-codes-{{username}}.txt'],
    saved: ['我已保存好恢复码', 'I’ve saved my recovery codes'],
    done: ['完成', 'Done'],
  },
  prove: {
    password: ['密码', 'Password'],
    code: ['验证码或恢复码', 'Code or recovery code'],
    renewText: [
      '生成新的恢复码后，原有的恢复码全部失效。',
      'Your existing codes stop working once new ones are generated.',
    ],
    turnOffText: [
      '关闭后，登录只需要密码，恢复码全部失效。',
      'After that, the password alone is enough to sign in, and all recovery codes stop working.',
    ],
    turnOffRequired: [
      '您的角色要求两步验证，关闭后须立即重新设置。',
      'One of your roles requires it, so you will have to set it up again right away.',
    ],
    cancel: ['取消', 'Cancel'],
    close: ['关闭', 'Close'],
  },
})
