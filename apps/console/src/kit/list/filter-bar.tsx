import { listWords } from '@kabao/contract/kernel/list.words'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../controls/button.ts'
import { IconFilter, IconSearch } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './filter.module.css'
import { fieldsOf, isSet } from './filter-fields.ts'
import type { ListFilters, PageEndpoint } from './list.ts'

const FilterChips = lazy(() => import('./filter-chips.tsx'))

/**
 * The filters of a list: one row of them, and a button that shows the others. Nothing applies until Enter or the search button
 * is pressed; then the filters that are set are listed below.
 */
export function FilterBar<E extends PageEndpoint>({ filters, children, more }: FilterBarProps<E>) {
  const { t } = useWords(listWords)
  const { applied, hasProblem } = filters
  const [{ isOpen, had }, setState] = useState({ isOpen: hasProblem, had: hasProblem })
  // The filter with the problem may be hidden, so all are shown.
  if (had !== hasProblem) setState({ isOpen: isOpen || hasProblem, had: hasProblem })
  const fields = [...fieldsOf(children), ...fieldsOf(more)]
  const set = fields.filter((field) => isSet(field, applied))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a search landmark that is also a form
    <form
      role="search"
      aria-label={t('filters')}
      className={classes.bar}
      data-open={isOpen || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        const { currentTarget: bar } = event
        if (filters.submit()) return
        setState({ isOpen: true, had })
        requestAnimationFrame(() => bar.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      }}
      onReset={(event) => {
        event.preventDefault()
        filters.clear()
      }}
    >
      <div className={classes.line}>
        <div className={classes.fields}>
          {children}
          {isOpen && more}
        </div>
        <div className={classes.buttons}>
          <Button type="submit" leftSection={<IconSearch size={14} aria-hidden />}>
            <span className={classes.word}>{t('search')}</span>
          </Button>
          <Button type="reset" variant="default" className={classes.reset}>
            {t('reset')}
          </Button>
          <Button
            variant="subtle"
            className={classes.more}
            data-fields={fields.length}
            aria-expanded={isOpen}
            leftSection={<IconFilter size={14} aria-hidden />}
            onClick={() => setState({ isOpen: !isOpen, had })}
          >
            <span className={classes.word}>{t(isOpen ? 'less' : 'more')}</span>
            {set.length > 0 && (
              <>
                {' '}
                <span className={classes.heard}>{t('filter.set', { count: set.length })}</span>
                <span className={classes.count} aria-hidden>
                  {set.length}
                </span>
              </>
            )}
          </Button>
        </div>
      </div>
      {set.length > 0 && (
        // The fallback takes the room of one line, so that the rows below it stay where they are.
        <Suspense fallback={<div className={classes.chips} />}>
          <FilterChips
            fields={set}
            applied={applied}
            set={(values) => filters.set(values as Parameters<typeof filters.set>[0])}
            clear={filters.clear}
          />
        </Suspense>
      )}
    </form>
  )
}

interface FilterBarProps<E extends PageEndpoint> {
  filters: ListFilters<E>
  children: ReactNode
  more?: ReactNode
}
