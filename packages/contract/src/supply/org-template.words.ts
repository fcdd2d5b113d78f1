import { words } from '../kernel/language.ts'

/** The texts of the page on which an organization is connected. */
export const orgTemplateWords = words('orgTemplate', {
  title: ['对接设置', 'Connection'],
  titleOf: ['对接设置 · {{name}}', 'Connection · {{name}}'],
  stage: {
    check: ['撞库', 'Check'],
    submit: ['推送', 'Push'],
    login: ['联登', 'Joint login'],
    query: ['查询', 'Query'],
  },
  secrets: ['密钥', 'Secrets'],
  kept: {
    title: ['已恢复上次没有保存的内容', 'What you had not saved is back'],
    discard: ['放弃，使用已保存的模板', 'Discard it and use the saved template'],
  },
  section: {
    request: ['请求', 'Request'],
    fields: ['发送的字段', 'Fields that are sent'],
    reply: ['读取应答', 'How the answer is read'],
  },
  field: {
    send: ['发送方式', 'Sent as'],
    name: ['对方的字段名', 'Their name'],
    value: ['我方的值', 'Our value'],
    steps: ['转换', 'Written as'],
    text: ['固定文本', 'Text'],
    liquid: ['Liquid', 'Liquid'],
    signKind: ['签名方式', 'Signature'],
    format: ['应答格式', 'Format of the answer'],
    statuses: ['读取这些 HTTP 状态', 'HTTP statuses that are read'],
    failedStatuses: ['可重发的 HTTP 状态', 'HTTP statuses to send again'],
    reason: ['说明', 'Message'],
    externalId: ['对方的订单号', 'Their order number'],
    price: ['价格', 'Price'],
    unit: ['单位', 'Unit'],
    url: ['跳转网址', 'Address to open'],
    override: ['保存理由（超级管理员）', 'Reason for saving (super administrator)'],
    address: ['试用地址', 'Trial address'],
  },
  send: {
    postJson: ['POST，JSON', 'POST, JSON'],
    postForm: ['POST，表单', 'POST, form'],
    getForm: ['GET，查询参数', 'GET, query'],
    putJson: ['PUT，JSON', 'PUT, JSON'],
    putForm: ['PUT，表单', 'PUT, form'],
  },
  value: {
    fixed: ['固定文本', 'A fixed text'],
    liquid: ['其他（Liquid）', 'Other (Liquid)'],
    secret: ['密钥 {{name}}', 'Secret {{name}}'],
  },
  steps: { plain: ['原值', 'As it is'], text: ['作为文本', 'As text'] },
  signKind: {
    none: ['不签名', 'None'],
    digest: ['参数与密钥的摘要，如 MD5', 'Digest of pairs and secret, such as MD5'],
    hmac: ['HMAC', 'HMAC'],
    rsa: ['RSA', 'RSA'],
  },
  outcome: {
    accepted: ['接受', 'Accepted'],
    duplicate: ['重复', 'Duplicate'],
    rejected: ['拒绝', 'Refused'],
    failed: ['未处理，可重发', 'Not processed, to be sent again'],
  },
  unit: { fen: ['分', 'Fen'], yuan: ['元', 'Yuan'] },
  row: {
    add: ['添加字段', 'Add a field'],
    remove: ['移除字段 {{nth}}', 'Remove field {{nth}}'],
  },
  hint: {
    secretsOf: ['{{name}}：{{state}}', '{{name}}: {{state}}'],
    set: ['已设置', 'set'],
    unset: ['未设置', 'not set'],
    path: [
      'JSONPath，例如 $.data.orderId；留空则不读取',
      'A JSONPath, such as $.data.orderId; empty: it is not read',
    ],
    kept: [
      '加密、外层报文、协议与枚举映射在“整个模板”中编辑，这里原样保留。',
      'Encryption, envelope, agreements and maps are edited in the whole template, and kept here.',
    ],
    more: [
      '这个模板超出表单能表示的内容，请在“整个模板”中编辑。',
      'This template says more than the form can. Edit it as a whole.',
    ],
    noLogin: [
      '用户直接打开机构的联登地址；只有地址由对方接口返回时才需要配置。',
      'People open the address of its joint login. This is needed only if its own API answers the address.',
    ],
    exampleHost: [
      '这是示例地址，请填写对方的地址',
      'This is an example; type the address of the organization',
    ],
    newHost: [
      '{{host}} 是新的主机：保存后由他人审核才生效，并须重新填写所有密钥。',
      '{{host}} is a new host: another person approves it before it is called, and every secret is entered again.',
    ],
    address: [
      '留空则调用已保存模板的地址；其他地址只会收到替代密钥',
      'Empty: the saved address. Another one gets stand-ins for the secrets',
    ],
  },
  preview: {
    hint: [
      '用示例用户渲染，个人信息已脱敏，密钥用替代值。',
      'For a made-up person; personal data is masked and secrets have stand-ins.',
    ],
  },
  trial: {
    last: ['上次成功读取应答：{{at}}', 'An answer was last read at {{at}}'],
    request: ['请求（{{stage}}）', 'Request ({{stage}})'],
    outcome: {
      accepted: ['已接受', 'Accepted'],
      rejected: ['已拒绝', 'Rejected'],
      duplicate: ['重复', 'Duplicate'],
      failed: ['失败', 'Failed'],
      unknown: ['无法判断', 'Unknown'],
    },
  },
  conflict: [
    '您填写的内容都还在。下面是对方保存的模板，请核对后再决定。',
    'Nothing you entered is lost. This is the template that they saved; compare it before you decide.',
  ],
  keep: ['保留我的，继续编辑', 'Keep mine and go on'],
  save: ['保存模板', 'Save template'],
  saved: ['模板已保存', 'Template saved'],
})
