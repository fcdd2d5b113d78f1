import { fill, inLanguage, type Language, type Words } from '@kabao/contract'
import type { NoticeKind } from '@kabao/contract/kernel/notice-kind'
import type { MessageLink } from '@kabao/contract/operations/message'
import { noticeKindWords } from '@kabao/contract/reach/notice-kind.words'
import { noticeTextWords } from '@kabao/contract/reach/notice-text.words'
import type { NoticeFigures } from '#platform/db/messages'

/** What people are told of. */
export interface Notice {
  id: string
  kind: NoticeKind
  title: Words
  content: Words
  link: MessageLink | null
  /** Who has it as a message in the console. */
  told: string[]
  figures: NoticeFigures | null
  /** In milliseconds since 1970. */
  madeAt: number
}

/** One message about all of several notices. */
export interface NoticeText {
  title: string
  lines: NoticeLine[]
}
export interface NoticeLine {
  text: string
  /** The whole address of its place in the console; null: there is none, or the service does not know its own address. */
  href: string | null
  isHeading?: boolean
  /** What e-mail shows below it. */
  figures?: NoticeFigures | null
}

/** How many notices of a kind are named; the others are a number. */
const named = 5

const { text } = noticeTextWords.tree
const kinds = noticeKindWords.tree.kind

/** The address of a page of the console. */
export type LinkTo = (link: MessageLink) => string | null

/** One notice as it is; several by kind, the latest ones named and all of them counted. */
export function textOf(notices: readonly Notice[], language: Language, linkTo: LinkTo): NoticeText {
  const say = (words: Words, values: Record<string, string | number> = {}) =>
    fill(inLanguage(words, language), values)
  const hrefOf = ({ link }: Notice) => link && linkTo(link)
  const [first] = notices
  if (notices.length === 1 && first)
    return {
      title: say(first.title),
      lines: [{ text: say(first.content), href: hrefOf(first), figures: first.figures }],
    }
  const met = [...new Set(notices.map(({ kind }) => kind))]
  return {
    title: say(text.several, { count: notices.length }),
    lines: met.flatMap((kind): NoticeLine[] => {
      const of = notices.filter((each) => each.kind === kind)
      return [
        {
          text: say(text.group, { kind: inLanguage(kinds[kind], language), count: of.length }),
          href: null,
          isHeading: true,
        },
        ...of
          .slice(-named)
          .toReversed()
          .map((each) => ({
            text: `${say(each.title)} ${say(each.content)}`,
            href: hrefOf(each),
            figures: each.figures,
          })),
        ...(of.length > named ? [{ text: say(text.more, { count: of.length - named }), href: null }] : []),
      ]
    }),
  }
}

/** The lines that fit in so many bytes of UTF-8; the first one is cut rather than left out. */
export function fitted(lines: readonly string[], most: number, between = '\n'): string {
  let whole = ''
  for (const line of lines) {
    const next = whole === '' ? line : `${whole}${between}${line}`
    if (Buffer.byteLength(next) > most) {
      if (whole !== '') break
      // The last character may be cut within, and is left out.
      return Buffer.from(next).subarray(0, most).toString().replaceAll('\uFFFD', '')
    }
    whole = next
  }
  return whole
}
