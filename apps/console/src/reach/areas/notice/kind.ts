import { type NoticeKind, noticeKinds } from '@kabao/contract/kernel/notice-kind'
import { notice } from '@kabao/contract/reach/notice'
import { noticeKindWords } from '@kabao/contract/reach/notice-kind.words'
import { wordsOf } from '#kit'
import type { HookCalls, HookKind } from '../../hooks.ts'

/** What a kind of notice is called. */
export const kindText = (kind: NoticeKind): string => wordsOf(noticeKindWords).t(`kind.${kind}`)

/** Notices as a list of targets with deliveries; their events are the kinds of notices. */
export const notices: HookKind = {
  name: 'notice',
  calls: notice as unknown as HookCalls,
  events: noticeKinds as unknown as HookKind['events'],
  textOf: (event) => kindText(event as NoticeKind),
}
