import { listWords } from '@kabao/contract/list.words'
import { type ReactNode, useState } from 'react'
import { Button } from '../controls/button.ts'
import { IconChevronDown, IconSearch } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './filter.module.css'
import type { ListFilters, PageEndpoint } from './list.ts'

/** The filters of a list: the common ones, and a button that shows the others. Enter or the button starts the search. */
export function FilterBar<E extends PageEndpoint>({ filters, children, more }: FilterBarProps<E>) {
  const { t } = useWords(listWords)
  const [{ isOpen, view }, setState] = useState({ isOpen: filters.isFiltered, view: filters.view })
  // A saved view may filter by a hidden filter, so the others are shown too.
  if (view !== filters.view) setState({ isOpen: isOpen || filters.isFiltered, view: filters.view })
  const setIsOpen = (next: boolean) => setState({ isOpen: next, view: filters.view })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a search landmark that is also a form
    <form
      role="search"
      aria-label={t('filters')}
      className={classes.bar}
      onSubmit={(event) => {
        event.preventDefault()
        filters.submit()
      }}
      onReset={(event) => {
        event.preventDefault()
        filters.clear()
      }}
    >
      <div className={classes.fields}>
        {children}
        {isOpen && more}
      </div>
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconSearch size={14} aria-hidden />}>
          {t('search')}
        </Button>
        <Button type="reset" variant="default">
          {t('reset')}
        </Button>
        {more && (
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            rightSection={
              <IconChevronDown size={14} aria-hidden className={isOpen ? classes.turned : undefined} />
            }
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'less' : 'more')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface FilterBarProps<E extends PageEndpoint> {
  filters: ListFilters<E>
  children: ReactNode
  more?: ReactNode
}
