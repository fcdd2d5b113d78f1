import { frameWords } from '@kabao/contract/app/frame.words'
import { message } from '@kabao/contract/operations/message'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useId } from 'react'
import { Link } from 'react-router'
import { Failure, Skeleton, useAnswer, useWords } from '#kit'
import { Item } from '../messages/item.tsx'
import { useOpenMessage } from '../messages/use-open-message.ts'
import { useWordedAnew } from '../messages/use-worded-anew.ts'
import { linkToPage, useTabs } from '../tabs/store.ts'
import classes from './home.module.css'

const most = 4

/** The newest unread messages. */
export function UnreadMessages() {
  const { t, language } = useWords(frameWords)
  const words = useWords(homeWords)
  const id = useId()
  const list = useAnswer(message.list)
  const open = useOpenMessage()
  const tabs = useTabs((state) => state.tabs)
  useWordedAnew(language, list.refetch)
  const unread = (list.data ?? [])
    .filter(({ status }) => status === 0)
    .toSorted((one, other) => (one.time < other.time ? 1 : -1))
    .slice(0, most)
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{words.t('card.messages')}</h2>
        <Link {...linkToPage(tabs, '/message')}>{t('home.allMessages')}</Link>
      </header>
      {list.isPending && <Skeleton count={3} />}
      {list.error && !list.data && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && unread.length === 0 && <p className={classes.none}>{t('home.noUnread')}</p>}
      <ul className={classes.messages}>
        {unread.map((item) => (
          <Item key={item.id} item={item} onOpen={open} />
        ))}
      </ul>
    </section>
  )
}
