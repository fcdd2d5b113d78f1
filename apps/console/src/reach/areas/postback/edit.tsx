import { id as idSchema } from '@kabao/contract/kernel/kernel'
import { type PostbackDetail, postback } from '@kabao/contract/reach/postback'
import { postbackWords } from '@kabao/contract/reach/postback.words'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { Failure, Page, type PageProps, Skeleton, useAnswer, usePermission, useWords } from '#kit'
import PostbackForm from './form.tsx'

interface EditProps {
  channelId: string
  /** The id of a postback, or `new`. */
  edited: string
  breadcrumb: NonNullable<PageProps['breadcrumb']>
  /** The address of the postbacks of the channel. */
  list: string
}

/** The form of a new postback, or of a stored one once it is loaded. */
export default function PostbackEdit({ edited, ...page }: EditProps) {
  const isNew = edited === 'new'
  const mayWrite = usePermission(isNew ? postback.create : postback.update)
  const navigate = useNavigate()
  if (!mayWrite) return <Navigate to="/exception/403" replace />
  // It stays open once it is saved, because it is tried next.
  const toStored = ({ id }: PostbackDetail) => void navigate(`${page.list}&edit=${id}`, { replace: true })
  if (isNew) return <PostbackForm key="new" {...page} onSaved={toStored} />
  if (!idSchema.safeParse(edited).success) return <Navigate to="/exception/404" replace />
  return <Loaded key={edited} id={edited} {...page} />
}

function Loaded({ id, ...page }: Omit<EditProps, 'edited'> & { id: string }) {
  const { t } = useWords(postbackWords)
  const { data, error, isFetchedAfterMount, refetch } = useAnswer(postback.get, { params: { id } })
  if (data && isFetchedAfterMount) return <Stored first={data} {...page} />
  return (
    <Page breadcrumb={page.breadcrumb} title={t('edit')}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton shape="form" count={8} />}
    </Page>
  )
}

/** What somebody else saves while the form is open is met by the next save. */
function Stored({ first, ...page }: Omit<EditProps, 'edited'> & { first: PostbackDetail }) {
  const [entry, setEntry] = useState(first)
  return <PostbackForm key={entry.version} entry={entry} {...page} onSaved={setEntry} />
}
