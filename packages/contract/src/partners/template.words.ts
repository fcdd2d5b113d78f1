import { words } from '../kernel/language.ts'

/** What is wrong with a connection template; `{{about}}` is a name or a piece of the template. */
export const templateWords = words('template', {
  problem: {
    arguments: ['过滤器 {{about}} 的参数不正确', 'The arguments of the filter {{about}} are wrong'],
    bodyForm: ['渲染结果不是正确的 {{about}}', 'The result is not valid {{about}}'],
    checkPersonal: [
      '核验环节不能使用个人信息 {{about}}',
      'A check must not use the personal field {{about}}',
    ],
    checkPhonePart: ['核验环节不能使用手机号的一部分', 'A check must not use a part of the phone number'],
    checkPhoneUnkeyed: [
      '手机号须用密钥计算摘要，否则可被穷举还原',
      'Hash the phone number with a key; without one it can be guessed',
    ],
    dateFormat: ['日期格式不正确', 'The date format is wrong'],
    duplicate: ['名称 {{about}} 重复', 'The name {{about}} is used twice'],
    encryption: ['无法加密：请检查密钥类型和长度', 'Cannot encrypt: check the type and length of the key'],
    field: ['没有字段 {{about}}', 'There is no field {{about}}'],
    filter: ['没有过滤器 {{about}}', 'There is no filter {{about}}'],
    getBody: [
      'GET 请求的报文只能是未加密的表单，作为查询参数发送',
      'A GET request has no body except a form, which becomes its query',
    ],
    header: ['请求头 {{about}} 不正确或不允许设置', 'The header {{about}} is wrong, or cannot be set here'],
    lookup: ['枚举映射 {{about}} 中没有对应值', 'The map {{about}} has no entry for this value'],
    map: ['没有枚举映射 {{about}}', 'There is no map {{about}}'],
    nameTaken: ['变量名 {{about}} 与字段重名', 'The variable {{about}} has the name of a field'],
    nesting: ['嵌套过深', 'This is nested too deeply'],
    noSeal: ['未设置加密，{{about}} 为空', 'Nothing is sealed, so {{about}} is empty'],
    noSign: ['未设置签名，{{about}} 为空', 'Nothing is signed, so {{about}} is empty'],
    noStage: ['请至少配置一个环节', 'Set up at least one stage'],
    notDate: ['该值不是日期', 'This value is not a date'],
    notNumber: ['该值不是数字', 'This value is not a number'],
    pairText: [
      '{{about}} 的内容可被拆成其他参数，无法签名',
      'What {{about}} holds could be read as other pairs, so it cannot be signed',
    ],
    path: [
      'JSONPath 不正确，或使用了不支持的写法（如 ..、函数）',
      'This JSONPath is wrong, or uses what is not supported (such as .. or functions)',
    ],

    personalInUrl: [
      '地址中不能有个人信息 {{about}}：地址会被记入日志',
      'The address must not hold the personal field {{about}}: addresses are logged',
    ],
    sealIv: ['请为该加密方式设置正确的初始向量', 'This cipher needs another initialization vector'],
    secret: ['没有密钥 {{about}}', 'There is no secret {{about}}'],
    secretKind: ['密钥 {{about}} 的类型不适用于此处', 'The secret {{about}} is not of the type needed here'],
    secretMissing: ['密钥 {{about}} 尚未填写', 'The secret {{about}} has no value yet'],
    secretUse: [
      '此处的密钥用法不正确：密钥须引用 secret.名称，且不能用于条件',
      'Keys are named as secret.name, and a secret cannot be used in a condition',
    ],
    secretValue: [
      '密钥 {{about}} 的内容与编码不符',
      'The value of the secret {{about}} is not in its encoding',
    ],
    signKey: ['请为该签名算法选择密钥', 'Choose a key for this algorithm'],
    signPairs: [
      '只有 JSON 和表单可以按参数名排序签名',
      'Only JSON and forms have pairs to sort or to add to',
    ],
    stage: ['没有配置 {{about}} 环节', 'The stage {{about}} is not set up'],
    stageField: [
      '{{about}} 在这个环节没有值：之前的环节没有读取它',
      '{{about}} is empty at this stage: no stage before it reads one',
    ],
    syntax: ['模板语法不正确', 'The syntax is wrong here'],
    tag: ['不支持标签 {{about}}', 'The tag {{about}} is not supported'],
    tooMuch: ['内容过长或循环过多', 'This is too long, or has too many steps'],
    url: ['地址须以固定的 http(s)://主机 开头', 'The address must begin with a fixed http(s)://host'],
  },
})
