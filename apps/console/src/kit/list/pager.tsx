import { listWords } from '@kabao/contract/kernel/list.words'
import { memo, useState } from 'react'
import { formatNumber } from '../format.ts'
import { IconChevronLeft, IconChevronRight } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { type List, pageSizes } from './list.ts'
import classes from './pager.module.css'

/** The total, the current page, and buttons to all other pages. */
export const Pager = memo(function Pager({ list }: { list: Pages }) {
  const { t, language } = useWords(listWords)
  const { current, size, total, totalIsEstimate, isLoading, prefetch } = list
  const last = Math.max(1, Math.ceil(total / size))

  if (isLoading || (total === 0 && current === 1)) return null
  return (
    <nav className={classes.pager} aria-label={t('page.label')}>
      <span className={classes.total} role="status">
        {t(totalIsEstimate ? 'page.about' : 'page.total', { total: formatNumber(total, language) })}
      </span>
      <button
        type="button"
        className={classes.page}
        aria-label={t('page.previous')}
        disabled={current <= 1}
        onClick={() => list.setPage(current - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </button>
      <span className={classes.numbers}>
        {around(current, last).map((page, at, all) => (
          <span key={page} className={classes.slot}>
            {at > 0 && page - (all[at - 1] as number) > 1 && <span className={classes.dots}>…</span>}
            <button
              type="button"
              className={classes.page}
              aria-label={page === 1 ? t('page.first') : page === last ? t('page.last', { last }) : undefined}
              aria-current={page === current ? 'page' : undefined}
              onClick={() => list.setPage(page)}
            >
              {page}
            </button>
          </span>
        ))}
      </span>
      <span className={classes.short}>{t('page.of', { current, last })}</span>
      <button
        type="button"
        className={classes.page}
        aria-label={t('page.next')}
        disabled={current >= last}
        // The next page is loaded in advance when the pointer or the focus comes to its button.
        onMouseEnter={prefetch}
        onFocus={prefetch}
        onClick={() => list.setPage(current + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </button>
      <select
        className={classes.size}
        aria-label={t('page.size')}
        value={size}
        onChange={(event) => list.setSize(Number(event.currentTarget.value))}
      >
        {[...new Set([...pageSizes, size])]
          .sort((a, b) => a - b)
          .map((each) => (
            <option key={each} value={each}>
              {t('page.sizeOption', { size: each })}
            </option>
          ))}
      </select>
      {last > 5 && <Jump last={last} onJump={list.setPage} />}
    </nav>
  )
})

type Pages = Pick<
  List,
  'current' | 'size' | 'total' | 'totalIsEstimate' | 'isLoading' | 'prefetch' | 'setPage' | 'setSize'
>

function Jump({ last, onJump }: { last: number; onJump: (page: number) => void }) {
  const { t } = useWords(listWords)
  const [typed, setTyped] = useState('')
  const isWrong = !/^\s*\d*\s*$/.test(typed)
  const jump = () => {
    if (isWrong) return
    setTyped('')
    if (typed.trim() !== '') onJump(Math.min(Math.max(Number(typed), 1), last))
  }
  return (
    <label className={classes.jump}>
      {t('page.jump')}
      <input
        className={classes.input}
        inputMode="numeric"
        value={typed}
        aria-invalid={isWrong || undefined}
        maxLength={12}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
        onBlur={jump}
      />
      {t('page.jumpUnit')}
    </label>
  )
}

/** The first page, the last page, and those around the current one. */
function around(current: number, last: number): number[] {
  const from = Math.max(1, Math.min(current - 1, last - 4))
  const near = Array.from({ length: 5 }, (_, index) => (current <= 3 ? 1 + index : from + index)).slice(
    0,
    current <= 3 || current >= last - 2 ? 5 : 3,
  )
  return [...new Set([1, ...near, last])].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
}
