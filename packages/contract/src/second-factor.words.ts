import { words } from './language.ts'

export const secondFactorWords = words('secondFactor', {
  notice: {
    title: ['使用恢复码登录', 'Signed in with a recovery code'],
    content: [
      '您的账号刚刚用一个恢复码登录，还剩 {{count}} 个。如果不是您本人，请立即修改密码并重新生成恢复码。',
      'Your account was just signed in to with a recovery code; {{count}} are left. If that was not you, change your password and make new codes at once.',
    ],
  },
  off: {
    lead: [
      '开启后，登录时除密码外还需输入手机验证器显示的 6 位验证码，即使密码泄露，他人也无法登录。',
      'Once it is on, signing in also takes the 6 digits that an authenticator on your phone shows. A stolen password alone opens nothing.',
    ],
    required: [
      '您的角色要求开启两步验证，设置完成后才能使用其他功能。',
      'One of your roles asks for two-step verification; everything else opens once it is set up.',
    ],
    begin: ['开启两步验证', 'Turn on two-step verification'],
  },
  on: {
    lead: ['两步验证已于 {{at}} 开启。', 'Two-step verification has been on since {{at}}.'],
    left: ['还有 {{count}} 个恢复码可用。', '{{count}} recovery codes are left.'],
    few: [
      '恢复码快用完了，请重新生成并妥善保存。',
      'Few recovery codes are left; make new ones and keep them safe.',
    ],
    renew: ['重新生成恢复码', 'Make new recovery codes'],
    turnOff: ['关闭两步验证', 'Turn off two-step verification'],
    turnedOff: ['两步验证已关闭', 'Two-step verification is off'],
  },
  setUp: {
    password: ['当前密码', 'Your password'],
    passwordHint: ['为确认是您本人，请先输入密码。', 'To be sure it is you, enter your password first.'],
    next: ['下一步', 'Next'],
    cancel: ['取消', 'Cancel'],
    scan: [
      '1. 在手机上安装验证器（例如 Microsoft Authenticator、Google Authenticator），扫描下面的二维码。',
      '1. Install an authenticator on your phone (Microsoft Authenticator, Google Authenticator or another) and scan this code.',
    ],
    qr: ['两步验证的二维码', 'QR code for two-step verification'],
    manual: ['无法扫描时，请手动输入密钥：', 'If you cannot scan it, type this key:'],
    copyKey: ['复制密钥', 'Copy the key'],
    enter: [
      '2. 输入验证器显示的 6 位验证码，确认设置成功。',
      '2. Enter the 6 digits that the authenticator shows, so that we know it works.',
    ],
    code: ['验证码', 'Code'],
    confirm: ['确认并开启', 'Confirm and turn on'],
    others: ['开启后，其他设备上的登录会失效。', 'Other devices are signed out when it is turned on.'],
  },
  codes: {
    title: ['保存恢复码', 'Save your recovery codes'],
    lead: [
      '手机不在身边时，可以用恢复码登录，每个只能使用一次。它们只显示这一次，请保存在安全的地方。',
      'Without your phone you can sign in with one of these, each once. They are shown this one time: keep them in a safe place.',
    ],
    copy: ['复制', 'Copy'],
    copied: ['已复制', 'Copied'],
    notCopied: ['无法复制，请手动选择', 'This could not be copied; please select it by hand'],
    download: ['下载', 'Download'],
    fileName: ['卡包恢复码-{{username}}.txt', 'kabao-recovery-codes-{{username}}.txt'],
    saved: ['我已保存好恢复码', 'I have saved my recovery codes'],
    done: ['完成', 'Done'],
  },
  prove: {
    password: ['密码', 'Password'],
    code: ['验证码或恢复码', 'Code or recovery code'],
    renewText: [
      '生成新的恢复码后，原有的恢复码全部失效。',
      'The codes you have now stop working once new ones are made.',
    ],
    turnOffText: [
      '关闭后，登录只需要密码，恢复码全部失效。',
      'Afterwards the password alone signs you in, and the recovery codes stop working.',
    ],
    turnOffRequired: [
      '您的角色要求两步验证，关闭后须立即重新设置。',
      'One of your roles asks for it, so you will have to set it up anew at once.',
    ],
    cancel: ['取消', 'Cancel'],
    close: ['关闭', 'Close'],
  },
})
