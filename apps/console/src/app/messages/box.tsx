import { type MessageKind, message, messageKinds } from '@kabao/contract/operations/message'
import { messageWords } from '@kabao/contract/operations/message.words'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ask, Failure, IconInbox, Loader, Tabs, UnstyledButton, useAnswer, useSend, useWords } from '#kit'
import classes from './box.module.css'
import { Item } from './item.tsx'
import { useOpenMessage } from './use-open-message.ts'
import { useWordedAnew } from './use-worded-anew.ts'

/** The newest messages by kind (docs/specification/messages.md). */
export function MessageBox({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords(messageWords)
  const navigate = useNavigate()
  const list = useAnswer(message.list)
  const { data: unread } = useAnswer(message.unread)
  const read = useSend(message.read)
  const readAll = useSend(message.readAll)
  const open = useOpenMessage(onClose)
  const [kind, setKind] = useState<MessageKind>('message')
  const clear = useSend(message.clear)
  useWordedAnew(language, list.refetch)

  const items = list.data ?? []
  const shown = items.filter(({ type }) => type === kind)
  const count = (each: MessageKind) => unread?.[each] ?? 0
  const title = (each: MessageKind) => `${t(`tab.title.${each}`)}${count(each) > 0 ? `(${count(each)})` : ''}`

  const markAll = () => {
    const ids = shown.filter(({ status }) => status === 0).map(({ id }) => id)
    // If the box does not hold all unread messages, the whole kind is marked instead.
    if (count(kind) > ids.length) readAll.mutate({ body: { kind } })
    else if (ids.length > 0) read.mutate({ body: { ids } })
  }

  const clearAll = () => {
    const newest = items
      .map(({ id }) => BigInt(id))
      .sort((one, other) => (one < other ? -1 : 1))
      .at(-1)
    if (newest === undefined) return
    const upTo = String(newest)
    // The open box would keep the focus to itself.
    onClose()
    void ask({
      title: t('clear.title'),
      text: t('clear.text'),
      action: t('clear.action'),
      isDanger: true,
      run: () => clear.mutateAsync({ body: { upTo } }),
    })
  }

  return (
    <div className={classes.box} aria-busy={list.isFetching}>
      <Tabs value={kind} onChange={(chosen) => setKind(chosen as MessageKind)}>
        <div className={classes.head}>
          <Tabs.List className={classes.tabs}>
            {messageKinds.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {title(each)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <UnstyledButton className={classes.text} onClick={clearAll} disabled={items.length === 0}>
            {t('tab.button')}
          </UnstyledButton>
        </div>
        {messageKinds.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.items}>
            {each !== kind ? null : list.error && !list.data ? (
              <Failure error={list.error} onRetry={() => void list.refetch()} />
            ) : list.isPending ? (
              <Loader className={classes.loader} />
            ) : shown.length === 0 ? (
              <p className={classes.none}>
                <IconInbox size={40} stroke={1.2} aria-hidden />
                {t('noContent')}
              </p>
            ) : (
              <ul className={classes.list}>
                {shown.map((item) => (
                  <Item key={item.id} item={item} onOpen={open} />
                ))}
              </ul>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <footer className={classes.foot}>
        <UnstyledButton className={classes.text} onClick={markAll}>
          {t('allRead')}
        </UnstyledButton>
        <UnstyledButton
          className={classes.text}
          onClick={() => {
            onClose()
            void navigate('/message')
          }}
        >
          {t('viewMore')}
        </UnstyledButton>
      </footer>
    </div>
  )
}
