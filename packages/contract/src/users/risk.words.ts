import { words } from '../kernel/language.ts'

/** The rules of the risk reports: their names, and the texts for a hit and for no hit. */
export const riskWords = words('risk', {
  phoneBlacklisted: {
    name: ['手机号命中黑名单', 'Phone number on the blacklist'],
    hit: ['手机号在黑名单中', 'The phone number is on the blacklist'],
    clear: ['手机号不在黑名单中', 'The phone number is not on the blacklist'],
  },
  idNumberBlacklisted: {
    name: ['身份证号命中黑名单', 'ID number on the blacklist'],
    hit: ['身份证号在黑名单中', 'The ID number is on the blacklist'],
    clear: ['身份证号不在黑名单中', 'The ID number is not on the blacklist'],
  },
  noIdNumber: {
    name: ['未提供身份证号', 'No ID number'],
    hit: ['用户尚未提供身份证号', 'The user has not provided an ID number yet'],
    clear: ['已提供身份证号', 'An ID number was provided'],
  },
  birthdayDiffers: {
    name: ['生日与身份证号不符', 'Birthday differs from the ID number'],
    hit: ['资料中的生日与身份证号不一致', 'The birthday in the profile does not match the ID number'],
    clear: ['生日与身份证号一致，或无法比对', 'The birthday matches the ID number, or can’t be compared'],
  },
  genderDiffers: {
    name: ['性别与身份证号不符', 'Gender differs from the ID number'],
    hit: ['资料中的性别与身份证号不一致', 'The gender in the profile does not match the ID number'],
    clear: ['性别与身份证号一致，或无法比对', 'The gender matches the ID number, or can’t be compared'],
  },
  provinceDiffers: {
    name: ['所在省份与身份证号不符', 'Province differs from the ID number'],
    hit: [
      '所在省份与身份证号签发地不同',
      'The province of residence differs from the one that issued the ID number',
    ],
    clear: [
      '所在省份与身份证号签发地相同，或无法比对',
      'The province matches the ID number, or can’t be compared',
    ],
  },
  manyPushes7: {
    name: ['近 7 天多头申请', 'Many applications in 7 days'],
    hit: ['近 7 天推送 {{count}} 次', 'Pushed {{count}} {{count, time|times}} in the last 7 days'],
    clear: ['近 7 天推送 {{count}} 次', 'Pushed {{count}} {{count, time|times}} in the last 7 days'],
  },
  manyPushes30: {
    name: ['近 30 天多头申请', 'Many applications in 30 days'],
    hit: ['近 30 天推送 {{count}} 次', 'Pushed {{count}} {{count, time|times}} in the last 30 days'],
    clear: ['近 30 天推送 {{count}} 次', 'Pushed {{count}} {{count, time|times}} in the last 30 days'],
  },
  manyPushes90: {
    name: ['近 90 天多头申请', 'Many applications in 90 days'],
    hit: ['近 90 天推送 {{count}} 次', 'Pushed {{count}} {{count, time|times}} in the last 90 days'],
    clear: ['近 90 天推送 {{count}} 次', 'Pushed {{count}} {{count, time|times}} in the last 90 days'],
  },
  manyRejections: {
    name: ['多次被拒', 'Rejected many times'],
    hit: ['近 90 天被拒 {{count}} 次', 'Rejected {{count}} {{count, time|times}} in the last 90 days'],
    clear: ['近 90 天被拒 {{count}} 次', 'Rejected {{count}} {{count, time|times}} in the last 90 days'],
  },
  deviceBlacklisted: {
    name: ['设备命中黑名单', 'Device on the blacklist'],
    hit: ['设备在黑名单中', 'The device is on the blacklist'],
    clear: ['设备不在黑名单中', 'The device is not on the blacklist'],
  },
  ipBlacklisted: {
    name: ['IP 命中黑名单', 'IP address on the blacklist'],
    hit: ['IP 在黑名单中', 'The IP address is on the blacklist'],
    clear: ['IP 不在黑名单中', 'The IP address is not on the blacklist'],
  },
  deviceShared: {
    name: ['同设备多号码', 'Many phone numbers on one device'],
    hit: [
      '另有 {{count}} 位用户使用同一设备',
      '{{count}} other {{count, user shares|users share}} this device',
    ],
    clear: [
      '另有 {{count}} 位用户使用同一设备',
      '{{count}} other {{count, user shares|users share}} this device',
    ],
  },
  ipShared: {
    name: ['同 IP 多号码', 'Many phone numbers on one IP address'],
    hit: [
      '另有 {{count}} 位用户使用同一 IP',
      '{{count}} other {{count, user shares|users share}} this IP address',
    ],
    clear: [
      '另有 {{count}} 位用户使用同一 IP',
      '{{count}} other {{count, user shares|users share}} this IP address',
    ],
  },
  registrationBurst: {
    name: ['同 IP 集中注册', 'Burst of registrations from one IP address'],
    hit: [
      '前后 1 小时内同一 IP 另有 {{count}} 次注册',
      '{{count}} {{count, other|others}} registered from this IP address within an hour',
    ],
    clear: [
      '前后 1 小时内同一 IP 另有 {{count}} 次注册',
      '{{count}} {{count, other|others}} registered from this IP address within an hour',
    ],
  },
  nightRegistration: {
    name: ['凌晨注册', 'Registered at night'],
    hit: ['注册于凌晨 {{hour}} 点', 'Registered at night, at {{hour}}:00'],
    clear: ['注册于 {{hour}} 点', 'Registered at {{hour}}:00'],
  },
})

export type RiskRuleKey = keyof typeof riskWords.tree
