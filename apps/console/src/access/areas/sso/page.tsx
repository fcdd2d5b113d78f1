import { sso } from '@kabao/contract/access/sso'
import { ssoWords } from '@kabao/contract/access/sso.words'
import { menuWords } from '@kabao/contract/app/menu.words'
import { lazy, memo, Suspense } from 'react'
import { Failure, Page, Skeleton, useAnswer, useWords } from '#kit'

/** Loaded beside its data: its fields are those of few pages, and would else be in what every page loads. */
const SsoForm = lazy(() => import('./form.tsx'))

/** The settings of single sign-on. */
export default memo(function SsoPage() {
  const { t } = useWords(ssoWords)
  const { t: title } = useWords(menuWords)
  const { data, error, refetch } = useAnswer(sso.get)
  return (
    <Page title={title('admin.sso')} isLong>
      <p>{t('lead')}</p>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton shape="form" count={8} />}
      {data && (
        <Suspense fallback={<Skeleton shape="form" count={8} />}>
          <SsoForm key={data.version} stored={data} />
        </Suspense>
      )}
    </Page>
  )
})
