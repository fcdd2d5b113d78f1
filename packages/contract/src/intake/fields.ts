import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { ipAddress } from '../kernel/ip.ts'
import { cutText, id, instant, record, requiredText, text } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { idNumber, isBirth, phone, requiredName } from '../kernel/personal.ts'
import { namesNobody } from '../kernel/personal-text.ts'
import { regionCode } from '../kernel/region-code.ts'
import { creditBands, genders, incomeBands } from '../users/user.ts'
import { field } from './kernel.ts'

/*
 * Fields that several calls of the open API have.
 */

/** A number that a partner gives: of a visitor or of an order. A new one `namesNobody`. */
export const partnerNumber = z
  .string('required')
  .max(64, 'partnerNumber')
  .regex(/^[\w.-]{4,64}$/, 'partnerNumber')

/** What the documents say of an identifier that `namesNobody`. */
export const namesNobodyWords: Words = [
  '不能包含手机号或身份证号',
  'it must not contain a phone or an ID number',
]

export const userId = field(
  ['用户编号，由注册接口返回', 'The ID of the user, as the call that registers gives it'],
  id,
)
export const productId = field(['产品编号', 'The ID of the product'], id)
export const visitorId = field(
  [
    `访客标识，由渠道为每个浏览器生成并保持不变：4–64 位字母、数字、_ . -，${namesNobodyWords[0]}`,
    `The visitor: one number per browser that the channel makes and keeps, 4–64 letters, digits, _ . -; ${namesNobodyWords[1]}`,
  ],
  namesNobody(partnerNumber),
)
export const cityCode = field(
  [
    '所在区县或城市的 6 位行政区划代码，已撤销的代码也接受',
    'The district or city, by its six-digit code (GB/T 2260); former codes are taken',
  ],
  regionCode,
)
export const ip = field(
  [
    '用户的 IP 地址（IPv4 或 IPv6）；以 IPv6 形式写的 IPv4 地址（`::ffff:203.0.113.7`）视为 IPv4',
    'The user’s IP address (IPv4 or IPv6); an IPv4 address written as IPv6 (`::ffff:203.0.113.7`) is that IPv4 address',
  ],
  ipAddress,
)
export const userAgent = field(
  [
    '用户浏览器的 User-Agent，超过 400 个字符的部分不保存',
    'The `User-Agent` of the user’s browser; of more than 400 characters, the first are kept',
  ],
  cutText(400),
)
export const at = (words: readonly [string, string]) =>
  field([`${words[0]}，UTC，ISO 8601`, `${words[1]}, ISO 8601 in UTC`], instant)

/** The most pairs of `extra`, and the longest name and value. */
export const mostExtra = 20
export const longestClick = 512
export const clickId = field(
  [
    `广告平台的点击标识，最多 ${longestClick} 个字符；加密保存，只用于回传`,
    `What the advertising platform calls the click, at most ${longestClick} characters; kept encrypted, for postbacks only`,
  ],
  requiredText(longestClick),
)
export const extra = field(
  [
    `随点击带来的其他参数，最多 ${mostExtra} 对；名称以字母或下划线开头，最多 64 位字母、数字、_ -，值最多 ${longestClick} 个字符；加密保存，只用于回传`,
    `What else came with the click, at most ${mostExtra} pairs: names of up to 64 letters, digits, _ and -, beginning with a letter or _, and values of at most ${longestClick} characters; kept encrypted, for postbacks only`,
  ],
  record(
    z
      .string()
      .max(64, 'tooLong')
      .regex(/^[A-Za-z_][\w-]*$/, 'type'),
    text(longestClick),
    mostExtra,
  ),
)

export const phoneNumber = field(['手机号，11 位', 'The phone number, 11 digits'], phone)

/** The fields of a profile, all optional. */
export const profileShape = {
  name: field(['姓名', 'The name'], requiredName).optional(),
  idNumber: field(
    [
      '身份证号，18 位，其中的出生日期为 1900-01-01 至今天',
      'The resident ID number, 18 characters, with a day of birth from 1900-01-01 to today',
    ],
    idNumber,
  ).optional(),
  gender: field(['性别：`female` 女，`male` 男', 'The gender'], z.enum(genders, 'choice')).optional(),
  birthday: field(
    [
      '出生日期，1900-01-01 至今天，如 1990-03-07',
      'The day of birth, from 1900-01-01 to today, such as 1990-03-07',
    ],
    businessDate.refine(isBirth, 'birthday'),
  ).optional(),
  incomeBand: field(
    [
      '月收入（元）：`below3k` 3 千以下，`from3kTo5k`，`from5kTo10k`，`from10kTo20k`，`above20k` 2 万以上',
      'The monthly income in yuan: `below3k` below 3,000 to `above20k` above 20,000',
    ],
    z.enum(incomeBands, 'choice'),
  ).optional(),
  creditBand: field(
    ['信用分：`below550` 550 以下至 `above700` 700 以上', 'The credit score: `below550` to `above700`'],
    z.enum(creditBands, 'choice'),
  ).optional(),
  house: field(['是否有房', 'Whether the user owns a home'], z.boolean('type')).optional(),
  car: field(['是否有车', 'Whether the user owns a car'], z.boolean('type')).optional(),
  socialInsurance: field(
    ['是否缴纳社保', 'Whether the user pays social insurance'],
    z.boolean('type'),
  ).optional(),
  housingFund: field(
    ['是否缴纳公积金', 'Whether the user pays into the housing fund'],
    z.boolean('type'),
  ).optional(),
  occupation: field(['职业', 'The occupation'], text(40)).optional(),
} as const

/** How an organization's agreement is named: the text and the version that the user saw. */
export const agreementName = field(['协议名称', 'The name of the agreement'], requiredText(80))
export const agreementVersion = field(['协议版本', 'The version of the agreement'], requiredText(20))
