import { words } from '../kernel/language.ts'

/** The texts that the editors of templates share. */
export const templateEditorWords = words('templateEditor', {
  field: {
    method: ['方法', 'Method'],
    url: ['请求地址', 'Address'],
    timeoutMs: ['超时（毫秒）', 'Timeout (ms)'],
    content: ['格式', 'Format'],
    body: ['报文（Liquid）', 'Body (Liquid)'],
    name: ['名称', 'Name'],
    value: ['值', 'Value'],
    over: ['签名内容', 'What is signed'],
    before: ['前面加上', 'Text before it'],
    after: ['后面加上', 'Text after it'],
    algorithm: ['算法', 'Algorithm'],
    secret: ['使用的密钥', 'Secret'],
    encoding: ['编码', 'Encoding'],
    signField: ['写入报文的参数', 'Pair of the body that takes it'],
    path: ['路径', 'Path'],
    is: ['等于其中之一', 'Is one of'],
    outcome: ['结果', 'Result'],
    kind: ['类型', 'Type'],
  },
  section: {
    headers: ['请求头', 'Headers'],
    sign: ['签名', 'Signature'],
  },
  over: {
    body: ['报文原文', 'The body'],
    sortedPairs: ['按参数名排序的参数', 'Its pairs, sorted by name'],
    sealed: ['加密后的报文', 'The encrypted body'],
  },
  encoding: {
    hex: ['十六进制小写', 'Hexadecimal, lower case'],
    HEX: ['十六进制大写', 'Hexadecimal, upper case'],
    base64: ['Base64', 'Base64'],
    utf8: ['文本', 'Text'],
  },
  kind: {
    text: ['文本', 'Text'],
    key: ['对称密钥', 'Symmetric key'],
    rsaPublic: ['RSA 公钥或证书', 'RSA public key or certificate'],
    rsaPrivate: ['RSA 私钥', 'RSA private key'],
  },
  rule: {
    nth: ['规则 {{nth}}', 'Rule {{nth}}'],
    add: ['添加规则', 'Add a rule'],
    remove: ['移除规则 {{nth}}', 'Remove rule {{nth}}'],
  },
  condition: {
    add: ['添加条件', 'Add a condition'],
    remove: ['移除条件 {{nth}}', 'Remove condition {{nth}}'],
  },
  none: ['无', 'None'],
  header: { add: ['添加请求头', 'Add a header'], remove: ['移除请求头 {{nth}}', 'Remove header {{nth}}'] },
  secret: { add: ['添加密钥', 'Add a secret'], remove: ['移除密钥 {{nth}}', 'Remove secret {{nth}}'] },
  begin: ['从内置模板开始', 'Begin with a shipped template'],
  addStage: ['添加这个环节', 'Add this stage'],
  removeStage: ['移除这个环节', 'Remove this stage'],
  noStage: ['没有配置这个环节。', 'This stage is not set up.'],
  replace: {
    begin: ['用内置模板替换现有内容？', 'Replace what is here with the shipped template?'],
    stage: ['移除“{{stage}}”环节？', 'Remove the stage “{{stage}}”?'],
    text: [
      '已填写的内容会丢失。保存之前，已保存的模板不变。',
      'What was entered is lost. The saved template stays as it is until you save.',
    ],
    action: ['继续', 'Go on'],
  },
  hint: {
    json: ['第 {{line}} 行不是正确的 JSON', 'Line {{line}} is not valid JSON'],
    notJson: ['不是正确的 JSON', 'This is not valid JSON'],
    line: ['第 {{line}} 行：{{text}}', 'Line {{line}}: {{text}}'],
  },
  preview: {
    title: ['预览', 'Preview'],
    plain: ['加密前的报文', 'Body before encryption'],
    problems: ['{{count}} 处问题', '{{count}} {{count, problem|problems}}'],
    fine: ['没有问题', 'No problems'],
  },
})
