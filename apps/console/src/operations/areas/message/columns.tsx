import { type MessageItem, messageTags } from '@kabao/contract/operations/message'
import { messageWords } from '@kabao/contract/operations/message.words'
import { useMemo } from 'react'
import { Badge, type Column, timeLooks, useWords } from '#kit'

export function useColumns(): Column<MessageItem>[] {
  const { t, language } = useWords(messageWords)
  return useMemo((): Column<MessageItem>[] => {
    const status = ({ status }: MessageItem) => t(status === 0 ? 'status.unread' : 'status.read')
    return [
      {
        key: 'status',
        title: t('field.status'),
        width: 96,
        text: status,
        render: (row) => <Badge color={row.status === 0 ? 'arcoblue' : 'gray'}>{status(row)}</Badge>,
      },
      { key: 'type', title: t('field.kind'), width: 96, text: ({ type }) => t(`tab.title.${type}`) },
      {
        key: 'title',
        title: t('field.title'),
        width: 200,
        text: ({ title, subTitle }) => `${title} ${subTitle}`.trim(),
      },
      { key: 'content', title: t('field.content'), width: 320, grows: true },
      {
        key: 'messageType',
        title: t('field.tag'),
        width: 120,
        text: ({ messageType }) => (messageType === undefined ? '' : t(`tag.${messageTags[messageType]}`)),
      },
      {
        key: 'time',
        title: t('field.time'),
        ...timeLooks(({ time }) => time, language),
      },
    ]
  }, [t, language])
}
