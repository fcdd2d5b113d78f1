import type { Words } from '../kernel/language.ts'

/** One field that a template may name. */
export interface TemplateField {
  type: 'text' | 'number' | 'boolean' | 'day' | 'instant' | 'agreements'
  words: Words
  /** A value as the template sees it, for the documentation and the preview. */
  example: string | number | boolean | readonly Record<string, string>[]
  /** It names or identifies a person: masked in a preview, refused in a check and in an address. */
  isPersonal?: true
}

/** Every field that the texts of a template may name. A field without a value is empty. */
export const templateFields = {
  phone: { type: 'text', words: ['手机号', 'Phone number'], example: '13800001234', isPersonal: true },
  name: { type: 'text', words: ['姓名', 'Name'], example: '张三', isPersonal: true },
  idNumber: {
    type: 'text',
    words: ['身份证号', 'ID number'],
    example: '110101199003070011',
    isPersonal: true,
  },
  birthday: { type: 'day', words: ['出生日期', 'Birthday'], example: '1990-03-07', isPersonal: true },
  ip: { type: 'text', words: ['IP 地址', 'IP address'], example: '203.0.113.7', isPersonal: true },
  device: { type: 'text', words: ['设备号', 'Device ID'], example: 'd-7f3a9c', isPersonal: true },
  gender: { type: 'text', words: ['性别：female、male', 'Gender: female, male'], example: 'male' },
  age: { type: 'number', words: ['年龄', 'Age'], example: 36 },
  cityCode: {
    type: 'text',
    words: ['所在区县或城市的代码，6 位', 'Code of the district or city, 6 digits'],
    example: '440300',
  },
  cityName: { type: 'text', words: ['城市', 'City'], example: '深圳市' },
  provinceName: { type: 'text', words: ['省份', 'Province'], example: '广东省' },
  incomeBand: { type: 'text', words: ['收入区间', 'Income band'], example: 'from5kTo10k' },
  creditBand: { type: 'text', words: ['信用分区间', 'Credit band'], example: 'from600To650' },
  house: { type: 'boolean', words: ['是否有房', 'Owns a home'], example: true },
  car: { type: 'boolean', words: ['是否有车', 'Owns a car'], example: false },
  socialInsurance: { type: 'boolean', words: ['是否有社保', 'Has social insurance'], example: true },
  housingFund: { type: 'boolean', words: ['是否有公积金', 'Has a housing fund'], example: true },
  occupation: { type: 'text', words: ['职业', 'Occupation'], example: '教师' },
  userId: { type: 'number', words: ['用户编号', 'User ID'], example: 10001 },
  requestId: {
    type: 'text',
    words: ['请求编号，每次推送唯一', 'Request ID, unique for each push'],
    example: 'r-20260301-000042',
  },
  externalId: {
    type: 'text',
    words: ['机构返回的编号', 'The ID that the organization gave'],
    example: 'P202603010042',
  },
  orgCode: { type: 'text', words: ['机构代码', 'Organization code'], example: 'demo-bank' },
  planId: { type: 'number', words: ['计划编号', 'Plan ID'], example: 7 },
  agreements: {
    type: 'agreements',
    words: [
      '已同意的协议：name、version、url、acceptedAt',
      'The accepted agreements: name, version, url, acceptedAt',
    ],
    example: [
      {
        name: '个人信息授权书',
        version: '2.1',
        url: 'https://bank.example/a/2.1',
        acceptedAt: '2026-03-01T01:58:00Z',
      },
    ],
  },
  now: { type: 'instant', words: ['当前时间', 'The time of the request'], example: '2026-03-01T02:00:00Z' },
  nonce: {
    type: 'text',
    words: ['随机串，32 位十六进制，每次请求不同', 'Random text for each request, 32 hexadecimal digits'],
    example: '00112233445566778899aabbccddeeff',
  },
} as const satisfies Record<string, TemplateField>

export type TemplateFieldName = keyof typeof templateFields

/** The parts of one agreement in `{% for each in agreements %}`. */
export const templateAgreementParts = ['name', 'version', 'url', 'acceptedAt'] as const

/** Results of signing and sealing, which only the envelope and the headers may name. */
export const templateResults = {
  body: ['签名、加密前的报文', 'The body before it is sealed'],
  sealed: ['加密后的报文', 'The sealed body'],
  sealedKey: ['加密后的对称密钥', 'The sealed key'],
  iv: ['初始向量', 'The initialization vector'],
  signature: ['签名', 'The signature'],
} as const satisfies Record<string, Words>
