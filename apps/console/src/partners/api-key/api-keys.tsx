import type { ApiKey, ApiKeyCalls } from '@kabao/contract/partners/api-key'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import type { OpenRequestCalls } from '@kabao/contract/partners/open-request'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '#kit/call/query.ts'
import { Button } from '#kit/controls/button.ts'
import { Failure } from '#kit/list/states.tsx'
import { Can } from '#kit/session/permission.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import type { PartnerPageName } from '../requests/partner-address.ts'
import classes from './api-keys.module.css'
import { KeyCard } from './key-card.tsx'
import { RevokedKeys } from './revoked-keys.tsx'
import { useMakeKey } from './use-make-key.tsx'

interface ApiKeysProps {
  calls: ApiKeyCalls & OpenRequestCalls
  /** The id of the partner that has the keys. */
  id: string
  /** The address of a page about the partner. */
  addressOf: (page: PartnerPageName) => string
  /** Further buttons. */
  beside?: ReactNode
}

/** The API keys of a partner: a live one and a sandbox one. A new secret is shown once. */
export default function ApiKeys({ calls, id, addressOf, beside }: ApiKeysProps) {
  const { t } = useWords(apiKeyWords)
  const { data, error, refetch } = useAnswer(calls.keys, { params: { id } })
  const { make, isPending, show, shown } = useMakeKey(calls, id)
  const active = data?.filter(({ revokedAt }) => revokedAt === null) ?? []
  const has = (isSandbox: boolean) => active.some((key) => key.isSandbox === isSandbox)
  return (
    <section aria-labelledby="api-keys">
      <h3 id="api-keys" className={classes.heading}>
        {t('title')}
      </h3>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={8} />}
      {data && (
        <>
          {active.length === 0 && <p className={classes.hint}>{t('none')}</p>}
          {active.toSorted(liveFirst).map((key) => (
            <KeyCard key={key.id} calls={calls} id={id} of={key} onMade={show} />
          ))}
          <div className={classes.buttons}>
            {([false, true] as const).map(
              (isSandbox) =>
                !has(isSandbox) && (
                  <Can key={String(isSandbox)} use={calls.makeKey}>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={isPending}
                      title={isSandbox ? t('sandboxHint') : undefined}
                      onClick={() => void make(isSandbox)}
                    >
                      {t(isSandbox ? 'make.sandbox' : 'make.live')}
                    </Button>
                  </Can>
                ),
            )}
            <Button size="xs" variant="default" component={Link} to={addressOf('Guide')}>
              {t('guide.action')}
            </Button>
            <Can use={calls.requests}>
              <Button size="xs" variant="default" component={Link} to={addressOf('Requests')}>
                {t('requests')}
              </Button>
              <Button size="xs" variant="default" component={Link} to={addressOf('Signing')}>
                {t('signing')}
              </Button>
            </Can>
            {beside}
          </div>
          <RevokedKeys keys={data.filter(({ revokedAt }) => revokedAt !== null)} />
        </>
      )}
      {shown}
    </section>
  )
}

const liveFirst = (one: ApiKey, other: ApiKey) => Number(one.isSandbox) - Number(other.isSandbox)
