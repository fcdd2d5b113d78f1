import { words } from './language.ts'

/** What is wrong with a field, in the reader's words. The keys are the messages that the schemas carry. */
export const problemWords = words('problem', {
  required: ['请填写此项', 'Please fill this in'],
  type: ['格式不正确', 'This has the wrong form'],
  unknownField: ['不认识的字段', 'This field is unknown'],
  choice: ['请从选项中选择', 'Please choose one of the options'],
  range: ['超出允许的范围', 'This is outside the allowed range'],
  integer: ['请输入整数', 'Please enter a whole number'],
  tooLong: ['内容过长', 'This is too long'],
  tooShort: ['内容过短', 'This is too short'],
  unreadable: ['包含无法识别的字符', 'This contains characters that cannot be stored'],
  id: ['编号不正确', 'This is not a valid id'],
  instant: ['时间格式不正确', 'This is not a valid time'],
  past: ['时间必须晚于现在', 'This must be in the future'],
  order: ['结束时间不能早于开始时间', 'The end must not be before the start'],
  phone: ['请输入 11 位手机号', 'Please enter an 11-digit mobile number'],
  phoneFilter: [
    '请输入完整手机号、前 3 位或后 4 位',
    'Enter the whole number, its first 3 or its last 4 digits',
  ],
  idNumber: ['请输入正确的 18 位身份证号', 'Please enter a valid 18-digit id number'],
  ip: ['请输入正确的 IP 地址', 'Please enter a valid IP address'],
  device: ['设备号为 4–128 位字母、数字或 . _ : -', 'A device id has 4–128 letters, digits or . _ : -'],
  timeZone: ['请选择时区', 'Please choose a time zone'],
  timeOfDay: ['请输入 24 小时制时间，例如 06:30', 'Please enter a time such as 06:30'],
  region: ['请选择地区', 'Please choose a region'],
  password: ['密码至少 8 位，且同时包含字母和数字', 'At least 8 characters, with a letter and a digit'],
  samePassword: ['新密码不能与原密码相同', 'The new password must differ from the old one'],
  wrongPassword: ['原密码不正确', 'The current password is wrong'],
  taken: ['该值已存在', 'This value is taken'],
  tooMany: ['数量过多', 'These are too many'],
})
