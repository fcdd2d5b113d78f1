import { createHmac } from 'node:crypto'
import { fill, inLanguage, type Language, type Words } from '@kabao/contract'
import { noticeTextWords } from '@kabao/contract/reach/notice-text.words'
import type { DeliveryCall, Outcome } from '#platform/deliveries/kind'
import type { OutgoingResult } from '#platform/outgoing/outgoing'
import type { NoticeSecrets } from './target.ts'
import { fitted, type NoticeLine, type NoticeText } from './text.ts'

export type RobotKind = 'wecom' | 'dingtalk' | 'feishu'

/** What the answer of a robot says. */
type Meaning = keyof typeof answers | 'ok' | 'unknown'
const answers = noticeTextWords.tree.answer

interface Robot {
  /** The request to its address. @param now in milliseconds */
  request(
    text: NoticeText,
    secrets: Required<Pick<NoticeSecrets, 'url'>> & NoticeSecrets,
    language: Language,
    now: number,
  ): {
    address: string
    body: unknown
  }
  /** The number in the body that says how it went, and its words; undefined: it is no answer of a robot. */
  codeOf(body: Record<string, unknown>): { code: unknown; words: unknown }
  meaningOf(code: number, words: string): Meaning
  /** How long a robot that was called too often is left alone, in milliseconds. */
  pauseMs: number
}

/** Source: https://open.dingtalk.com/document/robots/customize-robot-security-settings */
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

const errcode = ({ errcode: code, errmsg }: Record<string, unknown>) => ({ code, words: errmsg })

const robots: Readonly<Record<RobotKind, Robot>> = {
  // Source: https://developer.work.weixin.qq.com/document/path/99110
  wecom: {
    request: (text, { url }, language) => ({
      address: url,
      body: { msgtype: 'markdown', markdown: { content: markdownOf(text, language, 4_096, '\n') } },
    }),
    codeOf: errcode,
    meaningOf: (code) =>
      code === 45_009 ? 'tooOften' : code === 93_000 ? 'wrongAddress' : code === -1 ? 'unknown' : 'refusedAs',
    pauseMs: 60_000,
  },
  // Source: https://open.dingtalk.com/document/robots/custom-robot-access
  dingtalk: {
    request(text, { url, secret }, language, now) {
      const address = new URL(url)
      if (secret !== undefined) {
        address.searchParams.set('timestamp', String(now))
        address.searchParams.set('sign', hmac(secret, `${now}\n${secret}`))
      }
      // A single end of a line is a blank there.
      const markdown = { title: text.title, text: markdownOf(text, language, 15_000, '\n\n') }
      return { address: address.href, body: { msgtype: 'markdown', markdown } }
    },
    codeOf: errcode,
    meaningOf(code, words) {
      if (code === -1) return 'unknown'
      if (code === 130_101 || code === 90_030) return 'tooOften'
      if (code === 310_000)
        return /keyword/i.test(words) ? 'keyword' : /whitelist|\bip\b/i.test(words) ? 'ip' : 'wrongSecret'
      if ([300_001, 300_005, 400_013, 400_101, 400_102].includes(code) || /token is not exist/i.test(words))
        return 'wrongAddress'
      return 'refusedAs'
    },
    pauseMs: 600_000,
  },
  // Source: https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
  feishu: {
    request(text, { url, secret }, language, now) {
      const timestamp = String(Math.floor(now / 1_000))
      const signed = secret === undefined ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
      const post = {
        title: text.title,
        content: text.lines.map(({ text: line, href }) => [
          { tag: 'text', text: href === null ? line : `${line} ` },
          ...(href === null ? [] : [{ tag: 'a', text: openWord(language), href }]),
        ]),
      }
      const named = language === 'zh-CN' ? { zh_cn: post } : { en_us: post }
      return { address: url, body: Object.assign(signed, { msg_type: 'post', content: { post: named } }) }
    },
    codeOf: ({ code, StatusCode, msg }) => ({ code: code ?? StatusCode, words: msg }),
    meaningOf: (code) => feishuCodes[code] ?? 'refusedAs',
    pauseMs: 60_000,
  },
}

const feishuCodes: Readonly<Record<number, Meaning>> = {
  9499: 'tooOften',
  11232: 'tooOften',
  11233: 'tooOften',
  11246: 'tooOften',
  19001: 'wrongAddress',
  19021: 'wrongSecret',
  19022: 'ip',
  19024: 'keyword',
}

const openWord = (language: Language) => inLanguage(noticeTextWords.tree.text.open, language)

/** What a name must not do in a message: make a link, mention somebody, or look like a heading. */
const wide: Readonly<Record<string, string>> = {
  '[': '［',
  ']': '］',
  '<': '＜',
  '>': '＞',
  '*': '＊',
  _: '＿',
  '`': '｀',
  '#': '＃',
  '@': '＠',
}
const plain = (text: string) =>
  text.replace(/[[\]<>*_`#@]/g, (each) => wide[each] as string).replace(/\s+/g, ' ')

function markdownOf({ title, lines }: NoticeText, language: Language, most: number, between: string): string {
  const lineOf = ({ text, href, isHeading }: NoticeLine) => {
    const words = isHeading ? `**${plain(text)}**` : plain(text)
    return href === null ? words : `${words} [${openWord(language)}](${href})`
  }
  return fitted([`**${plain(title)}**`, ...lines.map(lineOf)], most, between)
}

/** How long a robot may take to answer, in milliseconds. */
const deadlineMs = 10_000
/** All of them allow at least so many messages a minute; more are kept back. */
const perMinute = { concurrent: 1, calls: 20, seconds: 60 }

/** The call of a robot; what is kept of it has no secret. @param now in milliseconds */
export function robotCall(
  kind: RobotKind,
  {
    text,
    secrets,
    language,
    key,
    now,
  }: {
    text: NoticeText
    secrets: NoticeSecrets
    language: Language
    key: string
    now: number
  },
): Pick<DeliveryCall, 'kept' | 'read' | 'hide' | 'pauseOf'> & {
  request: Exclude<DeliveryCall['request'], () => unknown>
} {
  const robot = robots[kind]
  const { url = '' } = secrets
  const { address, body } = robot.request(text, Object.assign({}, secrets, { url }), language, now)
  const { origin, pathname } = new URL(address)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const hidden = Object.entries(body as Record<string, unknown>).map(([name, value]) => [
    name,
    name === 'sign' ? '••••' : value,
  ])
  const meant = (result: OutgoingResult) => meaningIn(robot, result)
  return {
    request: {
      address,
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      deadlineMs,
      key,
      limits: perMinute,
    },
    kept: {
      method: 'POST',
      // The key of Feishu is in the path, that of the others in the query.
      url:
        kind === 'feishu'
          ? `${origin}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}••••`
          : `${origin}${pathname}?••••`,
      headers,
      body: JSON.stringify(Object.fromEntries(hidden)).slice(0, 4_000),
    },
    read: (result) => outcomeOf(meant(result), language),
    pauseOf: (result) => (meant(result).meaning === 'tooOften' ? robot.pauseMs : 0),
    hide: (answer) => hiddenIn(secrets).reduce((left, value) => left.replaceAll(value, '••••'), answer),
  }
}

/** What an answer must not repeat: the address, its key and the secret. */
function hiddenIn({ url = '', secret }: NoticeSecrets): string[] {
  const { pathname, searchParams } = new URL(url)
  return [url, ...searchParams.values(), pathname.split('/').at(-1) ?? '', secret ?? '']
    .filter((value) => value.length >= 8)
    .toSorted((one, other) => other.length - one.length)
}

interface Meant {
  meaning: Meaning | 'refused' | 'failed'
  code: string
  words: string
}

function meaningIn(robot: Robot, result: OutgoingResult): Meant {
  if (result.kind !== 'answer')
    return { meaning: result.kind === 'refused' ? 'refused' : 'failed', code: '', words: '' }
  if (result.status === 429) return { meaning: 'tooOften', code: '429', words: '' }
  let body: unknown = null
  try {
    body = JSON.parse(result.body)
  } catch {
    // It is no answer of a robot.
  }
  const { code, words } = robot.codeOf((body ?? {}) as Record<string, unknown>)
  if (typeof code !== 'number') return { meaning: 'failed', code: String(result.status), words: '' }
  const said = typeof words === 'string' ? words : ''
  return { meaning: code === 0 ? 'ok' : robot.meaningOf(code, said), code: String(code), words: said }
}

function outcomeOf(
  { meaning, code, words }: Meant,
  language: Language,
): { outcome: Outcome; reason: string | null } {
  if (meaning === 'ok') return { outcome: 'ok', reason: null }
  if (meaning === 'refused' || meaning === 'failed') return { outcome: meaning, reason: null }
  const said = `${code} ${words}`.trim()
  if (meaning === 'unknown') return { outcome: 'failed', reason: said }
  const reason = fill(inLanguage(answers[meaning] as Words, language), { code: said })
  return {
    outcome: meaning === 'tooOften' ? 'failed' : 'refused',
    reason: meaning === 'refusedAs' ? reason : `${reason} (${said})`,
  }
}
