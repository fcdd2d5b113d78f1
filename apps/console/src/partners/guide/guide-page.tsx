import type { ApiKeyCalls } from '@kabao/contract/partners/api-key'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '#kit/call/query.ts'
import { Button } from '#kit/controls/button.ts'
import { saveText } from '#kit/file/save-answer.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { Failure } from '#kit/list/states.tsx'
import { Page, type PageProps } from '#kit/page/page.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './guide-page.module.css'
import { GuideView } from './guide-view.tsx'

const sorts = ['live', 'sandbox'] as const
type Sort = (typeof sorts)[number]

interface GuidePageProps extends Pick<PageProps, 'breadcrumb'> {
  calls: ApiKeyCalls
  /** The id of the partner that the guide is for. */
  id: string
  /** The other pages about it. */
  tabs: ReactNode
}

/** The integration guide of a partner: to read, to print, or to download as Markdown. */
export function GuidePage({ calls, id, tabs, breadcrumb }: GuidePageProps) {
  const { t } = useWords(apiKeyWords)
  const [keys, setKeys] = useState<Sort>('live')
  const { data, error, refetch } = useAnswer(calls.guide, { params: { id }, query: { keys } })
  const save = () => data && saveText(`${t('guide.fileName', { id })}.md`, data.markdown, 'text/markdown')
  return (
    <Page breadcrumb={breadcrumb} title={t('guide.action')} isLong>
      {tabs}
      <div className={classes.tools}>
        <SelectField
          name="keys"
          label={t('guide.keys')}
          options={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          isRequired
          value={keys}
          onChange={(next: Sort) => setKeys(next)}
        />
        <Button variant="default" disabled={!data} onClick={() => window.print()}>
          {t('guide.print')}
        </Button>
        <Button variant="default" disabled={!data} onClick={save}>
          {t('guide.download')}
        </Button>
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={8} />}
      {data && <GuideView guide={data.guide} contents={t('guide.contents')} />}
    </Page>
  )
}
