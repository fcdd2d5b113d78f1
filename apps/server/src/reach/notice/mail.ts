import type { Socket } from 'node:net'
import { fill, inLanguage, type Language } from '@kabao/contract'
import { noticeTextWords } from '@kabao/contract/reach/notice-text.words'
import { createTransport } from 'nodemailer'
import type { NoticeFigures } from '#platform/db/messages'
import type { DeliveryCall, Outcome } from '#platform/deliveries/kind'
import type { Outgoing, OutgoingResult } from '#platform/outgoing/outgoing'
import { htmlOf, linesOf } from './mail-html.ts'
import type { NoticeSecrets, NoticeTarget } from './target.ts'
import { fitted, type NoticeLine, type NoticeText } from './text.ts'

/** The ports of mail servers that take messages. */
export const mailPorts = [25, 465, 587, 2525] as const

/** How long a whole message may take, in milliseconds. */
const deadlineMs = 30_000
/** The longest text of a message, in bytes. */
const mostBytes = 50_000

const answers = noticeTextWords.tree.answer

/** The most bytes of files in a message. */
const mostFileBytes = 5_500_000

/** A file that goes with a message; without content it is too large, and is only named. */
export interface MailFile {
  filename: string
  content: Buffer | null
}

interface Mail {
  target: Pick<NoticeTarget, 'host' | 'port' | 'security' | 'account' | 'sender' | 'addresses'>
  secrets: NoticeSecrets
  text: NoticeText
  language: Language
  files?: readonly MailFile[]
}

/** Sends a message by e-mail; the server is one that outgoing calls may reach, and the connection is always encrypted. */
export function mailCall(
  outgoing: Outgoing,
  { target, secrets, text, language, files = [] }: Mail,
): Pick<DeliveryCall, 'request' | 'kept' | 'read' | 'hide'> {
  const { host, port, addresses } = target
  const { enclosed, left } = enclosedOf(files)
  const lines: readonly NoticeLine[] = [
    ...text.lines,
    ...left.map((name) => ({
      text: fill(inLanguage(noticeTextWords.tree.text.tooLarge, language), { name }),
      href: null,
    })),
  ]
  const body = fitted(
    lines.flatMap(({ text: line, href, isHeading, figures }) => [
      ...(isHeading ? [''] : []),
      href === null ? line : `${line}\n${href}`,
      ...(figures ? ['', ...linesOf(figures), ...moreOf(figures, language), ''] : []),
    ]),
    mostBytes,
  )
  const html = lines.some(({ figures }) => figures)
    ? htmlOf(lines, (figures) => moreOf(figures, language))
    : null
  let refused = 0
  return {
    request: async () => {
      const sent = await send(outgoing, { target, secrets, subject: text.title, body, html, files: enclosed })
      refused = sent.refused
      return sent.result
    },
    kept: {
      method: 'SMTP',
      url: `smtp://${host}:${port}`,
      headers: { subject: text.title, to: String(addresses.length) },
      body: body.slice(0, 4_000),
    },
    read: (result) => read(result, refused, language),
    // A server repeats whom it refuses.
    hide: (answer) =>
      [secrets.secret ?? '', ...addresses]
        .filter((value) => value.length >= 4)
        .reduce((left, value) => left.replaceAll(value, '••••'), answer),
  }
}

/** The files that fit in one message, and the names of the others. */
function enclosedOf(files: readonly MailFile[]) {
  let left = mostFileBytes
  const enclosed: { filename: string; content: Buffer }[] = []
  const others: string[] = []
  for (const { filename, content } of files) {
    if (content === null || content.length > left) others.push(filename)
    else {
      left -= content.length
      enclosed.push({ filename, content })
    }
  }
  return { enclosed, left: others }
}

const moreOf = ({ lines, rows }: NoticeFigures, language: Language): string[] =>
  rows > lines.length ? [fill(inLanguage(noticeTextWords.tree.text.inFile, language), { count: rows })] : []

async function send(
  outgoing: Outgoing,
  {
    target: { host, port, security, account, sender, addresses },
    secrets,
    subject,
    body,
    html,
    files,
  }: Pick<Mail, 'target' | 'secrets'> & {
    subject: string
    body: string
    html: string | null
    files: readonly { filename: string; content: Buffer }[]
  },
): Promise<{ result: OutgoingResult; refused: number }> {
  const begun = performance.now()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort('timeout'), deadlineMs)
  let socket: Socket | undefined
  controller.signal.addEventListener('abort', () => socket?.destroy())
  const answer = (status: number, text: string): OutgoingResult => ({
    kind: 'answer',
    status,
    headers: {},
    body: text,
    tooLarge: false,
    unreadable: null,
    ms: Math.round(performance.now() - begun),
  })
  try {
    const opened = await outgoing.connect({
      host: host ?? '',
      port: port ?? 0,
      ports: mailPorts,
      signal: controller.signal,
    })
    if ('kind' in opened) return { result: opened, refused: 0 }
    socket = opened.socket
    const { secret } = secrets
    const transport = createTransport({
      connection: socket,
      host: host ?? '',
      secure: security === 'tls',
      requireTLS: true,
      tls: Object.assign(
        { minVersion: 'TLSv1.2' as const },
        opened.ca === undefined ? {} : { ca: opened.ca },
      ),
      greetingTimeout: deadlineMs,
      socketTimeout: deadlineMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(account !== null && secret !== undefined && { auth: { user: account, pass: secret } }),
    })
    const sent = await transport.sendMail({
      from: sender ?? '',
      to: addresses,
      subject,
      text: body,
      ...(html !== null && { html }),
      textEncoding: 'base64',
      attachments: [...files],
    })
    return { result: answer(codeIn(sent.response) ?? 250, sent.response), refused: sent.rejected.length }
  } catch (error) {
    return { result: failureOf(error as MailError, controller.signal, answer), refused: 0 }
  } finally {
    clearTimeout(timer)
    socket?.destroy()
  }
}

interface MailError {
  code?: string
  response?: string
  responseCode?: number
}

const codeIn = (response: string | undefined) => Number(/^\d{3}/.exec(response ?? '')?.[0]) || undefined

function failureOf(
  { code, response, responseCode }: MailError,
  { aborted }: AbortSignal,
  answer: (status: number, text: string) => OutgoingResult,
): OutgoingResult {
  if (code === 'ETLS' || code === 'ESOCKET') return { kind: 'notSent', why: 'tlsFailed' }
  const status = responseCode ?? codeIn(response)
  if (status !== undefined && status >= 400) return answer(status, response ?? '')
  return { kind: 'unknown', why: aborted || code === 'ETIMEDOUT' ? 'timeout' : 'broken' }
}

/** 4xx is tried again; 5xx would be refused again. */
function read(
  result: OutgoingResult,
  refused: number,
  language: Language,
): { outcome: Outcome; reason: string | null } {
  const say = (name: 'wrongPassword' | 'noTls' | 'someRefused') =>
    fill(inLanguage(answers[name], language), { count: refused })
  if (result.kind === 'refused') return { outcome: 'refused', reason: null }
  if (result.kind !== 'answer')
    return { outcome: 'failed', reason: result.why === 'tlsFailed' ? say('noTls') : null }
  const { status, body } = result
  if (status < 400) return { outcome: 'ok', reason: refused > 0 ? say('someRefused') : null }
  const reason = status === 535 || status === 530 ? `${say('wrongPassword')} (${body})` : body
  return { outcome: status < 500 ? 'failed' : 'refused', reason }
}
