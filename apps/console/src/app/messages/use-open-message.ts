import { pathOfPage } from '@kabao/contract/app/menu'
import { type MessageItem, message } from '@kabao/contract/operations/message'
import { useNavigate } from 'react-router'
import { useSend } from '#kit'

/**
 * Opens a message: marks it as read, and opens the page that it links to, if any.
 * @param onLeave called before the page changes
 */
export function useOpenMessage(onLeave?: () => void): (item: MessageItem) => void {
  const navigate = useNavigate()
  const { mutate: read } = useSend(message.read)
  return (item) => {
    if (item.status === 0) read({ body: { ids: [item.id] } })
    const path = item.link && pathOfPage(item.link.name)
    if (!path) return
    onLeave?.()
    void navigate({ pathname: path, search: new URLSearchParams(item.link?.query).toString() })
  }
}
