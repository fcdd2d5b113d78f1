import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Anchor, Failure, Skeleton, type useAnswer, useWords } from '#kit'
import classes from './partner-page.module.css'

interface PartProps<T> {
  title: string
  /** The address of the page that shows more; left out if the reader may not open it. */
  more?: string | undefined
  /** What that page is called; default: show all. */
  moreText?: string
  answer: Pick<ReturnType<typeof useAnswer>, 'error' | 'refetch'> & { data: T | undefined }
  /** How many lines it has while it loads, or what it shows instead of lines. */
  waiting?: number | ReactNode
  children: (data: T) => ReactNode
}

/** A part of the page of a partner that has an answer of its own: loading, failed, or loaded, with the way to the page behind it. */
export function Part<T>({ title, more, moreText, answer, waiting = 4, children }: PartProps<T>) {
  const { t } = useWords(partnerPageWords)
  const id = useId()
  const { data, error, refetch } = answer
  const text = moreText ?? t('more')
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {more && (
          <Anchor component={Link} to={more} aria-label={`${text} · ${title}`}>
            {text}
          </Anchor>
        )}
      </header>
      {error && data === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && data === undefined && (typeof waiting === 'number' ? <Skeleton count={waiting} /> : waiting)}
      {data !== undefined && children(data)}
    </section>
  )
}
